#pragma once

// Kernels for one line of an axis: n numbers, `stride` apart. Reductions work in vector lanes.
// Readable twins: naive_softmax in tests/ops/softmax_test.cpp, groups in tests/ops/reduce_test.cpp.

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "horloge/core/array.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/simd_math.h"

namespace horloge::detail {

inline constexpr real minus_infinity = -std::numeric_limits<real>::infinity();

/// Calls line(number, offset, stride) for each line along an axis, in parallel: its elements stand
/// at offset + i * stride. Lines of the last axis have the constant stride 1, from which the
/// compiler makes a vector loop.
template <class Line>
void for_each_line(const AxisView& view, const Line& line) {
  const std::size_t lines = view.outer * view.inner;
  parallel_for(lines, rows_per_tile(view.size), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (view.inner == 1)
        line(i, i * view.size, std::integral_constant<std::size_t, 1>{});
      else
        line(i, i / view.inner * view.size * view.inner + i % view.inner, view.inner);
    }
  });
}

/// The largest number; -infinity for none. A NaN is passed over.
inline real line_max(const real* x, std::size_t n, std::size_t stride = 1) {
  return max_over(n, [=](std::size_t i) { return x[i * stride]; });
}

/// y_i = exp(x_i - shift), y may be x; returns their sum.
inline real line_exp(const real* x, real shift, real* y, std::size_t n, std::size_t stride = 1) {
  return sum_over(
      n, [=](std::size_t i) { return y[i * stride] = vexp_nonpositive(x[i * stride] - shift); });
}

inline real line_dot(const real* a, const real* b, std::size_t n, std::size_t stride = 1) {
  return sum_over(n, [=](std::size_t i) { return a[i * stride] * b[i * stride]; });
}

inline real line_sum(const real* x, std::size_t n, std::size_t stride = 1) {
  return sum_over(n, [=](std::size_t i) { return x[i * stride]; });
}

/// The offset of the largest number: the first of equals, and a NaN before all. n must not be 0.
inline std::size_t line_argmax(const real* x, std::size_t n, std::size_t stride = 1) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < n * stride; i += stride)
    if (x[i] > x[best] || (std::isnan(x[i]) && !std::isnan(x[best]))) best = i;
  return best;
}

/// y_i = x_0 + … + x_i, or x_i + … + x_(n-1); y may be x.
inline void line_cumsum(const real* x, real* y, std::size_t n, std::size_t stride, bool from_end) {
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t at = (from_end ? n - 1 - i : i) * stride;
    total += static_cast<double>(x[at]);
    y[at] = static_cast<real>(total);
  }
}

/// ln sum_j exp(x_j) = largest + rest. Kept apart: where x is large, their sum rounds away what the
/// difference to x is about.
struct LogSum {
  real largest, rest;
};

}  // namespace horloge::detail
