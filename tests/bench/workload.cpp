#include "bench/workload.h"

namespace bench {
namespace {

constexpr std::size_t sequence_length = 20000;

// SplitMix64 (Steele, Lea and Flood, 2014): a well-mixed number for each i.
std::uint64_t mixed(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

// Streams of random numbers that do not meet.
constexpr std::uint64_t of_the_sequence = 1000000007;
constexpr std::uint64_t of_the_windows = 5000000;

}  // namespace

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> all = {{"W1", 64, 16, 32, 4, 2, 32},
                                            {"W2", 65, 64, 128, 4, 4, 12},
                                            {"W3", 65, 256, 384, 6, 6, 4},
                                            {"W4", 65, 2048, 256, 4, 2, 1}};
  return all;
}

float InitialWeights::next() {
  constexpr float width = 0.0692820323F;  // sqrt(12) * 0.02
  const auto word = static_cast<float>(mixed(drawn_++) >> 40U);
  return (word * 0x1p-24F - 0.5F) * width;
}

TokenStream::TokenStream(const Workload& workload)
    : seq_len_(workload.seq_len), batch_size_(workload.batch_size), sequence_(sequence_length) {
  std::uint64_t id = 1;
  for (std::size_t i = 0; i < sequence_.size(); ++i) {
    sequence_[i] = static_cast<std::int64_t>(id);
    id = (id * 5 + mixed(of_the_sequence + i) % 3) % workload.vocab_size;
  }
}

TokenStream::Batch TokenStream::at(std::size_t step) const {
  Batch batch;
  for (std::size_t b = 0; b < batch_size_; ++b) {
    const std::uint64_t word = mixed(of_the_windows + step * 1000 + b);
    const auto first = static_cast<std::ptrdiff_t>(word % (sequence_.size() - seq_len_ - 1));
    const auto from = sequence_.begin() + first;
    const auto length = static_cast<std::ptrdiff_t>(seq_len_);
    batch.ids.insert(batch.ids.end(), from, from + length);
    batch.targets.insert(batch.targets.end(), from + 1, from + length + 1);
  }
  return batch;
}

}  // namespace bench
