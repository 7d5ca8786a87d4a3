#pragma once

// Softmax, its logarithm and logsumexp on one line of an axis, and their backward; the formulas
// stand in ops/softmax.h. `fresh` says that dx is uninitialised and to be overwritten. A Stride is
// a template argument where the constant 1 has to stay one. Readable twin: naive_softmax in
// tests/ops/softmax_test.cpp.

#include <cmath>
#include <cstddef>

#include "horloge/kernels/lines.h"

namespace horloge::detail {

template <class Stride>
inline void softmax_line(const real* x, real* y, std::size_t n, Stride stride) {
  const real largest = line_max(x, n, stride);
  if (largest == minus_infinity) {  // no entry takes part; a NaN stays one
    for (std::size_t i = 0; i < n; ++i)
      y[i * stride] = x[i * stride] == minus_infinity ? real{0} : x[i * stride];
    return;
  }
  const real scale = 1 / line_exp(x, largest, y, n, stride);
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i * stride] *= scale;
}

template <class Stride>
inline void softmax_line_backward(const real* y, const real* dy, real* dx, bool fresh,
                                  std::size_t n, Stride stride) {
  const real mean = line_dot(y, dy, n, stride);
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i)
    dx[i * stride] = y[i * stride] * (dy[i * stride] - mean) + (fresh ? real{0} : dx[i * stride]);
}

/// `scratch` has the layout of x.
inline LogSum logsumexp_line(const real* x, real* scratch, std::size_t n, std::size_t stride) {
  const real largest = line_max(x, n, stride);
  if (!std::isfinite(largest)) {  // all -infinity, or an infinity: no difference to take
    real sum = largest;
    for (std::size_t i = 0; i < n; ++i) sum = std::isnan(x[i * stride]) ? x[i * stride] : sum;
    return {sum, 0};
  }
  return {largest, std::log(line_exp(x, largest, scratch, n, stride))};
}

inline void logsumexp_line_backward(const real* x, real y, real dy, real* dx, bool fresh,
                                    std::size_t n, std::size_t stride) {
  for (std::size_t i = 0; i < n; ++i) {
    const real share = y == minus_infinity ? real{0} : vexp_nonpositive(x[i * stride] - y);
    dx[i * stride] = share * dy + (fresh ? real{0} : dx[i * stride]);
  }
}

inline void log_softmax_line(const real* x, real* y, std::size_t n, std::size_t stride) {
  const LogSum sum = logsumexp_line(x, y, n, stride);
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i * stride] = (x[i * stride] - sum.largest) - sum.rest;
}

inline void log_softmax_line_backward(const real* y, const real* dy, real* dx, bool fresh,
                                      std::size_t n, std::size_t stride) {
  const real total = line_sum(dy, n, stride);
  for (std::size_t i = 0; i < n; ++i)
    dx[i * stride] =
        dy[i * stride] - vexp(y[i * stride]) * total + (fresh ? real{0} : dx[i * stride]);
}

}  // namespace horloge::detail
