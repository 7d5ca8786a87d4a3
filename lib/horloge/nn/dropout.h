#pragma once

#include "horloge/core/rng.h"
#include "horloge/nn/module.h"

namespace horloge {

/// In training, zeroes each element with probability `p` and scales the rest by 1/(1 - p)
/// (Srivastava et al. 2014); in evaluation, the identity.
///
/// The layer draws a seed of its own from `rng` once and then counts its calls: the n-th call's
/// mask is a function of the seed and n, whatever the number of threads.
class Dropout : public Module {
 public:
  Dropout(double p, Rng& rng);
  Tensor operator()(const Tensor& x) const;

  double p() const { return p_; }
  /// Whether a call now would drop anything.
  bool active() const { return training() && p_ > 0; }
  /// The key of the next mask, for an operation that drops within itself. Counts as a call.
  StreamKey next_key() const;

 private:
  double p_;
  std::uint64_t seed_;
  std::shared_ptr<std::uint32_t> calls_;
};

}  // namespace horloge
