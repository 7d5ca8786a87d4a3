#pragma once

// The share of the first two principal components in the variance, for the
// checks of the experiments on pictures of embeddings.

#include <algorithm>
#include <cmath>
#include <vector>

#include "exercise/exercise.h"

namespace share_of_two_oracle {

using horloge::Array;
using horloge::real;
using horloge::zeros;

// Variances along the principal directions, largest first, by Jacobi's method:
// the matrix of covariances is turned until it is diagonal.
inline std::vector<double> variances_of(Array x) {
  const std::size_t N = x.shape(0), D = x.shape(1);
  Array a = zeros({D, D});
  for (std::size_t j = 0; j < D; ++j) {
    double sum = 0;
    for (std::size_t n = 0; n < N; ++n) sum += x(n, j);
    for (std::size_t n = 0; n < N; ++n) x(n, j) -= sum / double(N);
  }
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t n = 0; n < N; ++n) a(i, j) += x(n, i) * x(n, j);

  for (int sweep = 0; sweep < 12; ++sweep)
    for (std::size_t p = 0; p < D; ++p)
      for (std::size_t q = p + 1; q < D; ++q) {
        const double angle = std::atan2(2 * a(p, q), a(p, p) - a(q, q)) / 2;
        const double c = std::cos(angle), s = std::sin(angle);
        const auto turn = [&](real& u, real& v) {
          const double before = u;
          u = c * before + s * v;
          v = c * v - s * before;
        };
        for (std::size_t i = 0; i < D; ++i) turn(a(i, p), a(i, q));
        for (std::size_t i = 0; i < D; ++i) turn(a(p, i), a(q, i));
      }
  std::vector<double> variances;
  for (std::size_t i = 0; i < D; ++i) variances.push_back(a(i, i));
  std::sort(variances.rbegin(), variances.rend());
  return variances;
}

inline double share(const Array& x) {
  const std::vector<double> variances = variances_of(x);
  double sum = 0;
  for (const double v : variances) sum += v;
  return (variances[0] + variances[1]) / sum;
}

}  // namespace share_of_two_oracle
