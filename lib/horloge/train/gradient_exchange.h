#pragma once

// How gradients get from one process to the others, while backward() goes on.

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "horloge/autograd/tensor.h"
#include "horloge/train/group.h"

namespace horloge {

/// What a step adds up over its batches and over all processes.
struct StepSums {
  double loss = 0;    ///< weight times loss
  double weight = 0;  ///< see weigh_my_rows
  double stop = 0;    ///< how many processes were asked to stop
};

/// Makes gradients the weighted mean over all processes. They travel in buckets, several parameters
/// to each, in the order in which backward() completes them: the last layer's first. A bucket is
/// sent as soon as it and those before it are full, so what is computed last is all that a step
/// waits for. (Li et al., "PyTorch distributed", VLDB 2020, section 3.2.3.)
///
///   g = sum of w_r g_r / sum of w_r        over the processes r
///
/// A parameter that no process has a gradient for is left without one. With a group of one, nothing
/// is sent.
class GradientExchange {
 public:
  static constexpr std::size_t numbers_per_bucket = std::size_t{1} << 20;

  GradientExchange(const std::vector<Tensor>& parameters, const Group& group,
                   std::size_t bucket_size = numbers_per_bucket);

  /// The last backward pass of a step; `weight` is the upstream gradient.
  void backward(const Tensor& loss, double weight);

  /// Waits for the rest; then all gradients are means, and the same everywhere. Takes what this
  /// process has added up and returns it for all.
  StepSums finish(StepSums sums);

  /// Such sums over all processes.
  StepSums sum(const StepSums& mine);

  /// Seconds that finish() and sum() have waited, so far.
  double waited() const { return waited_; }

 private:
  struct Bucket {
    std::vector<std::size_t> members;  // parameters
    std::size_t open = 0;              // of them, without their gradient
    Array numbers;                     // those of all members, and for each whether it has one
  };

  void begin();
  void ready(const detail::Node& leaf);
  void fill(std::size_t parameter);
  void send_full_ones();
  void take_means(double total);

  std::vector<Tensor> parameters_;
  Group group_;
  std::vector<Bucket> buckets_;
  struct Place {
    std::size_t bucket, begin, flag;
    bool filled;
  };
  std::vector<Place> places_;  // of each parameter
  std::unordered_map<const detail::Node*, std::size_t> numbers_of_leaves_;
  std::size_t sent_ = 0;  // buckets
  double waited_ = 0;
};

}  // namespace horloge
