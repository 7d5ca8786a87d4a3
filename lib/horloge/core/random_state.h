#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "horloge/core/array.h"

namespace horloge {

/// NumPy's legacy random numbers, bit for bit: those of `numpy.random.RandomState(seed)`, and of
/// `numpy.random.randn(…)` after `numpy.random.seed(seed)`. For reproducing published results;
/// everything else draws from Rng, which does not depend on the order of calls.
///
/// The bits come from the Mersenne Twister (M. Matsumoto, T. Nishimura, "Mersenne Twister: a
/// 623-dimensionally equidistributed uniform pseudo-random number generator", ACM TOMACS 8, 1998).
/// How they become numbers is frozen since NumPy 1.17 (NEP 19): doubles from 53 bits, normal
/// numbers by Marsaglia's polar method, which makes two at a time and keeps one for the next call,
/// integers by masking and drawing again. Names are NumPy's; its integers are those of
/// Linux and macOS, where a C long has 64 bits.
///
/// The last bit of a normal number depends on the C library's logarithm; glibc's gives NumPy's.
/// Numbers are doubles inside. An Array holds them rounded to `real`, so a float build draws the
/// same stream as a double build.
class RandomState {
 public:
  /// ValueError for a seed above 2^32 - 1, as in NumPy.
  explicit RandomState(std::uint64_t seed);

  /// Uniform in [0, 1).
  double random_sample();
  Array random_sample(const Shape& shape);

  /// low + (high - low) * random_sample(); ValueError unless the width is finite.
  double uniform(double low, double high);
  Array uniform(double low, double high, const Shape& shape);

  /// Normal with mean 0 and standard deviation 1.
  double randn();
  Array randn(const Shape& shape);

  /// `mean + deviation * randn()`; ValueError for a negative standard deviation.
  double normal(double mean, double deviation);
  Array normal(double mean, double deviation, const Shape& shape);

  /// Uniform in low … high - 1; ValueError unless low < high. One value takes 32 bits where
  /// high - low is at most 2^32, 64 otherwise.
  std::int64_t randint(std::int64_t low, std::int64_t high);
  Ids randint(std::int64_t low, std::int64_t high, const Shape& shape);

  /// 0 … n - 1 in random order.
  std::vector<std::size_t> permutation(std::size_t n);

  /// Puts the entries of axis 0 (numbers, rows, matrices, …) in random order, in place. ShapeError
  /// for a scalar.
  void shuffle(Array& x);
  void shuffle(Ids& x);

 private:
  std::uint32_t word() { return static_cast<std::uint32_t>(twister_()); }
  std::uint64_t up_to(std::uint64_t largest);
  template <class T>
  void shuffle_entries(T& x);

  std::mt19937 twister_;
  std::optional<double> second_normal_;
};

}  // namespace horloge
