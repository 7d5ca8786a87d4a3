#pragma once

// Reductions over one line of an axis, n numbers that are `step` apart, in vector lanes.

#include <cstddef>
#include <limits>

#include "horloge/core/array.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/simd_math.h"

namespace horloge::detail {

inline constexpr real minus_infinity = -std::numeric_limits<real>::infinity();

/// The largest number; -infinity for none. A NaN is passed over.
inline real line_max(const real* x, std::size_t n, std::size_t step = 1) {
  return max_over(n, [=](std::size_t i) { return x[i * step]; });
}

/// y_i = exp(x_i - shift), y may be x; answers their sum.
inline real line_exp(const real* x, real shift, real* y, std::size_t n, std::size_t step = 1) {
  return sum_over(n, [=](std::size_t i) { return y[i * step] = vexp(x[i * step] - shift); });
}

inline real line_dot(const real* a, const real* b, std::size_t n, std::size_t step = 1) {
  return sum_over(n, [=](std::size_t i) { return a[i * step] * b[i * step]; });
}

inline real line_sum(const real* x, std::size_t n, std::size_t step = 1) {
  return sum_over(n, [=](std::size_t i) { return x[i * step]; });
}

}  // namespace horloge::detail
