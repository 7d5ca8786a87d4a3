#pragma once

// The softmax of attention over rows of scores, and its backward. The stride of the rows is a
// multiple of a register, so that no loop has a remainder, and as many rows as a register has lanes
// are taken together: what is done once a row (a sum's last additions, a division) is done once for
// all of them. A row's bits do not depend on the rows around it. For the kernels of attention only.
// Readable twin: naive_softmax in tests/ops/softmax_test.cpp.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "horloge/kernels/lanes.h"
#include "horloge/kernels/lines.h"

namespace horloge::detail {

inline std::size_t whole_registers(std::size_t n) { return (n + lanes - 1) / lanes * lanes; }

/// The stride of rows of so many keys. Rows 4096 bytes apart, or a multiple of that, would share
/// the few places of a first cache that such addresses have.
inline std::size_t stride_of(std::size_t keys) {
  const std::size_t stride = whole_registers(keys);
  return keys > 0 && stride * sizeof(real) % 4096 == 0 ? stride + lanes : stride;
}

/// `count` rows, `stride` apart.
template <class T>
struct Rows {
  T* data;
  std::size_t count, stride;
  T* row(std::size_t r) const { return data + r * stride; }
};

/// Keys that follow each other.
struct KeyRange {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

// Puts `rest` around the numbers of a range, up to the stride. Whole registers are stored: a load
// that overlaps several smaller, recent stores would stall.
inline void fill_around(real* x, KeyRange range, std::size_t stride, real rest) {
#pragma omp simd
  for (std::size_t j = 0; j < whole_registers(range.begin); ++j)
    x[j] = j < range.begin ? rest : x[j];
#pragma omp simd
  for (std::size_t j = range.end / lanes * lanes; j < stride; ++j)
    x[j] = j < range.end ? x[j] : rest;
}

/// Turns scores into weights that are not scaled yet: exp(score - the row's largest) of the keys
/// visible(r) of row r, and zeros up to the stride. `scales` receives the factor that makes a row's
/// sum 1, or 0 where no key is visible. `logsumexp`, unless it is null, receives each row's
/// logsumexp, or +infinity where no key is visible, so that softmax_rows makes zeros again.
template <class Visible>
inline void exp_rows(Rows<real> scores, const Visible& visible, real* scales, real* logsumexp) {
  const std::size_t stride = scores.stride;
  for_each_group(0, scores.count, lanes, [&](std::size_t first, std::size_t count) {
    const auto row = [&](std::size_t r) { return scores.row(first + r); };
    const auto score = [&](std::size_t r, std::size_t j) { return row(r)[j]; };
    real largest[lanes], shift[lanes], sum[lanes], scale[lanes];
    for (std::size_t r = 0; r < count; ++r)
      fill_around(row(r), visible(first + r), stride, minus_infinity);
    maxima_over(count, stride, score, largest);
    // Where all are -infinity no key is visible. A NaN stays one.
#pragma omp simd
    for (std::size_t r = 0; r < lanes; ++r)
      shift[r] = largest[r] == minus_infinity ? real{0} : largest[r];
    const auto make_weight = [&](std::size_t r, std::size_t j) {
      return row(r)[j] = vexp_nonpositive(row(r)[j] - shift[r]);
    };
    sums_over(count, stride, make_weight, sum);
#pragma omp simd
    for (std::size_t r = 0; r < lanes; ++r) scale[r] = sum[r] == real{0} ? real{0} : 1 / sum[r];
    std::copy_n(scale, count, scales + first);
    if (logsumexp == nullptr) return;
    for (std::size_t r = 0; r < count; ++r)
      logsumexp[first + r] = sum[r] == real{0} ? -minus_infinity : largest[r] + std::log(sum[r]);
  });
}

/// Multiplies the first n numbers of each row by the row's scale.
inline void scale_rows(Rows<real> x, std::size_t n, const real* scales) {
  for (std::size_t r = 0; r < x.count; ++r) {
    real* const row = x.row(r);
#pragma omp simd
    for (std::size_t j = 0; j < n; ++j) row[j] *= scales[r];
  }
}

/// Turns scores whose logsumexp is known into weights.
template <class Visible>
inline void softmax_rows(Rows<real> scores, const Visible& visible, const real* logsumexp) {
  for (std::size_t r = 0; r < scores.count; ++r) {
    fill_around(scores.row(r), visible(r), scores.stride, minus_infinity);
    real* const row = scores.row(r);
#pragma omp simd
    for (std::size_t j = 0; j < scores.stride; ++j)
      row[j] = vexp_nonpositive(row[j] - logsumexp[r]);
  }
}

/// dscores = weights * (dweights - weights . dweights), instead of the first n dweights of each
/// row; zeros up to the stride. `sums`, unless it is null, has weights . dweights of each row.
inline void softmax_backward(Rows<const real> weights, Rows<real> dweights, std::size_t n,
                             const real* sums) {
  const std::size_t stride = weights.stride;
  for_each_group(0, weights.count, lanes, [&](std::size_t first, std::size_t count) {
    real mean[lanes];
    for (std::size_t r = 0; r < count; ++r) fill_around(dweights.row(first + r), {0, n}, stride, 0);
    const auto weight = [&](std::size_t r, std::size_t j) { return weights.row(first + r)[j]; };
    const auto dweight = [&](std::size_t r, std::size_t j) { return dweights.row(first + r)[j]; };
    if (sums == nullptr)
      dots_over(count, stride, weight, dweight, mean);
    else
      std::copy_n(sums + first, count, mean);
    for (std::size_t r = 0; r < count; ++r) {
      const real* const w = weights.row(first + r);
      real* const dw = dweights.row(first + r);
#pragma omp simd
      for (std::size_t j = 0; j < stride; ++j) dw[j] = w[j] * (dw[j] - mean[r]);
    }
  });
}

}  // namespace horloge::detail
