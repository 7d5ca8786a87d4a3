#include "horloge/kernels/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "horloge/core/parallel.h"
#include "horloge/kernels/lanes.h"
#include "horloge/kernels/simd_math.h"

namespace horloge::detail {
namespace {

LogSum row_logsumexp(const real* x, std::size_t n) {
  const real largest = line_max(x, n);
  const real sum = sum_over(n, [=](std::size_t i) { return vexp_nonpositive(x[i] - largest); });
  return {largest, std::log(sum)};
}

// The loss of a target spread over all classes: minus the weighted sum of log-probabilities.
real row_spread_loss(const real* x, LogSum total, const real* w, std::size_t n) {
  return sum_over(n, [=](std::size_t i) { return w[i] * (total.rest + (total.largest - x[i])); });
}

real row_loss(const CrossEntropyProblem& p, std::size_t row, const real* x, LogSum total) {
  const real loss = p.target_weight(row) * (total.rest + (total.largest - x[p.target(row)]));
  if (!(p.on_all > 0)) return loss;  // 0 times a logit of -infinity would be NaN
  return p.on_target * loss + p.on_all * row_spread_loss(x, total, p.weight, p.classes);
}

// dx += factor * (total * softmax(x) - even * w), or = where dx is fresh: known when compiled, or
// the loop would not become a vector loop.
template <bool fresh>
void row_backward(const real* x, LogSum logsumexp, const real* w, real factor, real total,
                  real even, real* dx, std::size_t n) {
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    const real softmax = vexp_nonpositive((x[i] - logsumexp.largest) - logsumexp.rest);
    const real in_row = factor * (total * softmax - even * w[i]);
    dx[i] = fresh ? in_row : dx[i] + in_row;
  }
}

}  // namespace

void cross_entropy_forward(const CrossEntropyProblem& p, real* losses, LogSum* logsumexp) {
  const std::size_t C = p.classes;
  parallel_for(p.rows, rows_per_tile(C), [&, C](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      losses[row] = 0;
      if (p.ignored(row)) continue;
      const real* const x = p.logits + row * C;
      logsumexp[row] = row_logsumexp(x, C);
      losses[row] = row_loss(p, row, x, logsumexp[row]);
    }
  });
}

void cross_entropy_backward(const CrossEntropyProblem& p, const LogSum* logsumexp,
                            const real* dlosses, std::size_t dlosses_stride, Slot dlogits) {
  const std::size_t C = p.classes;
  const auto backward = dlogits.fresh ? row_backward<true> : row_backward<false>;
  parallel_for(p.rows, rows_per_tile(C), [&, C](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      real* const dx = dlogits.data + row * C;
      if (p.ignored(row)) {
        if (dlogits.fresh) std::fill_n(dx, C, real{0});
        continue;
      }
      const real upstream = dlosses[row * dlosses_stride];
      const real at_target = p.on_target * p.target_weight(row);
      const real total = at_target + p.on_all * p.weight_sum;
      backward(p.logits + row * C, logsumexp[row], p.weight, upstream, total, p.on_all, dx, C);
      dx[p.target(row)] -= upstream * at_target;
    }
  });
}

}  // namespace horloge::detail
