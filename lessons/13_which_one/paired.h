#pragma once

#include <vector>

/// The mean of some numbers.
double mean(const std::vector<double>& x);
/// How far they lie from their mean: the root of the mean square, with n - 1
/// instead of n, as the mean is theirs. 0 for a single number.
double deviation(const std::vector<double>& x);

/// What one scheme has more than another, seed by seed.
struct Difference {
  double mean, deviation;
  /// Whether 0 is as good an answer: it lies within 95 % of where the mean of
  /// more seeds would be. Always so for a single seed.
  bool within_noise;
};

/// a and b (seeds), in the same order
Difference paired_difference(const std::vector<double>& a,
                             const std::vector<double>& b);
