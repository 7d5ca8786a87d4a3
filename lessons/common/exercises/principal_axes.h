#pragma once

// The principal directions of points by Jacobi's method, for the checks: the
// matrix of covariances is turned until it is diagonal.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "course/exercise/exercise.h"

namespace jacobi {

using horloge::Array;
using horloge::real;
using horloge::zeros;

/// Of points x (N, D), the direction of the largest spread first.
struct PrincipalAxes {
  Array centred;                  ///< (N, D), x without its mean
  std::vector<double> variances;  ///< D, times N
  Array directions;               ///< (D, D), one a column, of either sign
};

inline Array centred(const Array& x) {
  Array y = x;
  for (std::size_t j = 0; j < x.shape(1); ++j) {
    double sum = 0;
    for (std::size_t n = 0; n < x.shape(0); ++n) sum += x(n, j);
    for (std::size_t n = 0; n < x.shape(0); ++n)
      y(n, j) -= sum / double(x.shape(0));
  }
  return y;
}

// a <- R^T a R for the rotation R of axes p and q that makes a(p, q) zero, and
// v <- v R.
inline void rotate(Array& a, Array& v, std::size_t p, std::size_t q) {
  const double angle = std::atan2(2 * a(p, q), a(p, p) - a(q, q)) / 2;
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turn = [&](real& x, real& y) {
    const double x_before = x;
    x = c * x_before + s * y;
    y = c * y - s * x_before;
  };
  for (std::size_t i = 0; i < a.shape(0); ++i) turn(a(i, p), a(i, q));
  for (std::size_t i = 0; i < a.shape(0); ++i) turn(a(p, i), a(q, i));
  for (std::size_t i = 0; i < a.shape(0); ++i) turn(v(i, p), v(i, q));
}

inline PrincipalAxes principal_axes(const Array& x) {
  const std::size_t N = x.shape(0), D = x.shape(1);
  PrincipalAxes axes{centred(x), {}, zeros({D, D})};
  Array a = zeros({D, D}), v = zeros({D, D});
  for (std::size_t i = 0; i < D; ++i) {
    v(i, i) = 1;
    for (std::size_t j = 0; j < D; ++j)
      for (std::size_t n = 0; n < N; ++n)
        a(i, j) += axes.centred(n, i) * axes.centred(n, j);
  }
  for (int sweep = 0; sweep < 12; ++sweep)
    for (std::size_t p = 0; p < D; ++p)
      for (std::size_t q = p + 1; q < D; ++q) rotate(a, v, p, q);

  std::vector<std::size_t> order(D);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return a(i, i) > a(j, j); });
  for (std::size_t k = 0; k < D; ++k) {
    axes.variances.push_back(a(order[k], order[k]));
    for (std::size_t j = 0; j < D; ++j) axes.directions(j, k) = v(j, order[k]);
  }
  return axes;
}

}  // namespace jacobi
