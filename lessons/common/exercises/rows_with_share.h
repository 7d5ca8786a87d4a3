#pragma once

// Matrices whose share of two components is known beforehand, for the checks of
// the experiments: a limit is looked at from both sides, close by.

#include <cmath>

#include "course/exercise/exercise.h"

namespace share_of_two_oracle {

/// (N, D), N > D: columns of mean 0 at right angles to each other. The squares
/// of the first two add up to `first_two`, those of the others to `others`.
inline horloge::Array rows_with_variances(std::size_t N, std::size_t D,
                                          double first_two, double others,
                                          horloge::Rng& rng) {
  horloge::Array x = rng.normal({N, D});
  for (std::size_t j = 0; j < D; ++j) {
    double sum = 0;
    for (std::size_t n = 0; n < N; ++n) sum += x(n, j);
    for (std::size_t n = 0; n < N; ++n) x(n, j) -= sum / double(N);
    for (std::size_t i = 0; i < j; ++i) {
      double product = 0, squares = 0;
      for (std::size_t n = 0; n < N; ++n) {
        product += x(n, i) * x(n, j);
        squares += x(n, i) * x(n, i);
      }
      for (std::size_t n = 0; n < N; ++n)
        x(n, j) -= product / squares * x(n, i);
    }
  }
  for (std::size_t j = 0; j < D; ++j) {
    double squares = 0;
    for (std::size_t n = 0; n < N; ++n) squares += x(n, j) * x(n, j);
    const double want = j < 2 ? first_two / 2 : others / double(D - 2);
    for (std::size_t n = 0; n < N; ++n) x(n, j) *= std::sqrt(want / squares);
  }
  return x;
}

}  // namespace share_of_two_oracle
