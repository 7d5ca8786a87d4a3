#pragma once

// Reductions over one line of an axis, n numbers that are `step` apart, in vector lanes.

#include <cstddef>
#include <limits>

#include "horloge/core/array.h"
#include "horloge/core/simd_math.h"

namespace horloge::detail {

inline constexpr real minus_infinity = -std::numeric_limits<real>::infinity();

/// The largest number; -infinity for none. A NaN is passed over.
inline real line_max(const real* x, std::size_t n, std::size_t step = 1) {
  real largest = minus_infinity;
#pragma omp simd reduction(max : largest)
  for (std::size_t i = 0; i < n; ++i) largest = x[i * step] > largest ? x[i * step] : largest;
  if (largest > std::numeric_limits<real>::lowest()) return largest;
  // clang begins the lanes of a max reduction at the lowest finite number, which hides -infinity.
  largest = minus_infinity;
  for (std::size_t i = 0; i < n; ++i) largest = x[i * step] > largest ? x[i * step] : largest;
  return largest;
}

/// y_i = exp(x_i - shift), y may be x; answers their sum.
inline real line_exp(const real* x, real shift, real* y, std::size_t n, std::size_t step = 1) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) {
    const real e = vexp(x[i * step] - shift);
    y[i * step] = e;
    sum += e;
  }
  return sum;
}

inline real line_dot(const real* a, const real* b, std::size_t n, std::size_t step = 1) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) sum += a[i * step] * b[i * step];
  return sum;
}

inline real line_sum(const real* x, std::size_t n, std::size_t step = 1) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < n; ++i) sum += x[i * step];
  return sum;
}

}  // namespace horloge::detail
