#pragma once

// What every implementation in this folder trains, so that their times can be compared and their
// losses must agree. Depends on no library.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// A decoder with causal attention that learns a sequence of ids, `batch_size` windows at a time.
struct Workload {
  std::string name;
  std::size_t vocab_size, seq_len, d_model, num_heads, num_layers, batch_size;
};

/// W1 is a toy, W2 what nanoGPT suggests for a CPU, W3 its small model for a GPU, W4 a long text.
const std::vector<Workload>& workloads();

/// Of AdamW.
constexpr double learning_rate = 1e-3;
constexpr double weight_decay = 0.01;

/// The numbers that the weights start with, uniform with standard deviation 0.02, one after the
/// other. Matrices are (out, in) and filled in this order: token embedding, then for each layer the
/// projection to queries, keys and values, the one behind attention, the first and the second of
/// the feed-forward net; at last the head. Biases start at 0.
class InitialWeights {
 public:
  float next();

 private:
  std::uint64_t drawn_ = 0;
};

/// Ids that follow each other by a rule and a bit of chance, and windows of them for each step.
class TokenStream {
 public:
  explicit TokenStream(const Workload& workload);

  struct Batch {
    std::vector<std::int64_t> ids, targets;  ///< (B, T); the target of an id is the one after it
  };
  Batch at(std::size_t step) const;

 private:
  std::size_t seq_len_, batch_size_;
  std::vector<std::int64_t> sequence_;
};

}  // namespace bench
