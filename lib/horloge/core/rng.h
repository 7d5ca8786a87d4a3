#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

/// Names a stream of random numbers: the same key always gives the same numbers.
struct StreamKey {
  std::uint64_t seed = 0;
  std::uint32_t purpose = 0;
  std::uint32_t step = 0;
};

/// Counter-based random numbers (Philox4x32-10: Salmon et al., "Parallel random numbers: as easy as
/// 1, 2, 3", SC 2011).
///
/// The n-th number of a stream is a pure function of its key and n: there is no hidden
/// state to save or to share between threads. Uniform and normal numbers use exactly rounded
/// arithmetic only, so they are the same bits with every compiler, library and thread count; a
/// float build rounds the numbers of the double build.
class Rng {
 public:
  explicit Rng(std::uint64_t seed = 0, std::uint32_t purpose = 0, std::uint32_t step = 0)
      : key_{seed, purpose, step} {}

  /// The stream of the same seed for another purpose and step, from its beginning.
  Rng stream(std::uint32_t purpose, std::uint32_t step = 0) const {
    return Rng(key_.seed, purpose, step);
  }

  /// One whose arrays are not drawn: they have their shape and are uninitialised. For a model whose
  /// weights are all loaded right after it is made.
  static Rng undrawn();
  /// False for such a one.
  bool draws_arrays() const { return draws_arrays_; }

  /// 64 random bits.
  std::uint64_t bits();

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform();

  /// Normal with mean 0 and standard deviation 1, by the inverse of its distribution function.
  double normal();

  /// Uniform in 0 … n - 1, each equally likely; n must not be 0.
  std::uint64_t below(std::uint64_t n);

  /// An index into `weights`, each with a probability in proportion to its weight. ValueError for a
  /// weight that is negative or not finite, and if all are 0.
  std::int64_t choice(const Array& weights);

  Array uniform(const Shape& shape, double low, double high);
  Array normal(const Shape& shape, double mean = 0, double deviation = 1);
  Ids integers(const Shape& shape, std::int64_t low, std::int64_t high);

  /// 0 … n - 1 in random order.
  std::vector<std::size_t> permutation(std::size_t n);

  /// The four 32-bit words of block number `block` of a stream; for kernels that draw in parallel.
  static std::array<std::uint32_t, 4> block(const StreamKey& key, std::uint64_t block);

  /// The words of `count` consecutive blocks from number `first` on: 4 * count words, drawn several
  /// blocks at a time in vector lanes.
  static void blocks(const StreamKey& key, std::uint64_t first, std::size_t count,
                     std::uint32_t* words);

 private:
  StreamKey key_;
  std::uint64_t drawn_ = 0;  // 64-bit words drawn: two to a block
  std::array<std::uint32_t, 4> words_{};
  bool draws_arrays_ = true;
};

}  // namespace horloge
