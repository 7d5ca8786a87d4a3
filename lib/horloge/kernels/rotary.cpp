#include "horloge/kernels/rotary.h"

#include "horloge/core/parallel.h"

namespace horloge::detail {
namespace {

// The pairs of one head: y = turned x, or y += turned x with `add`.

template <bool add>
void put(real& y, real value) {
  y = add ? y + value : value;
}

template <bool add>
void turn_interleaved(const real* x, const real* cos, const real* sin, real sign, real* y,
                      std::size_t pairs) {
#pragma omp simd
  for (std::size_t j = 0; j < pairs; ++j) {
    const real a = x[2 * j], b = x[2 * j + 1];
    const real c = cos[j], s = sign * sin[j];
    put<add>(y[2 * j], a * c - b * s);
    put<add>(y[2 * j + 1], a * s + b * c);
  }
}

template <bool add>
void turn_halves(const real* x, const real* cos, const real* sin, real sign, real* y,
                 std::size_t pairs) {
#pragma omp simd
  for (std::size_t j = 0; j < pairs; ++j) {
    const real a = x[j], b = x[j + pairs];
    const real c = cos[j], s = sign * sin[j];
    put<add>(y[j], a * c - b * s);
    put<add>(y[j + pairs], a * s + b * c);
  }
}

template <bool add>
void turn(const RotaryProblem& p, const real* x, const real* cos, const real* sin, real sign,
          real* y) {
  const auto turn_pairs = p.halves ? turn_halves<add> : turn_interleaved<add>;
  const std::size_t K = p.head_dim, pairs = p.pairs;
  const auto& inner = p.walk.axes.back();
  parallel_for(p.walk.rows() * inner.size, rows_per_tile(K),
               [&](std::size_t begin, std::size_t end) {
                 std::size_t row = begin / inner.size, i = begin % inner.size;
                 std::size_t angles = p.walk.offsets(row)[1];
                 for (std::size_t head = begin; head < end; ++head) {
                   const std::size_t at = (angles + i * inner.stride[1]) * pairs;
                   const real* const from = x + head * K;
                   real* const to = y + head * K;
                   turn_pairs(from, cos + at, sin + at, sign, to, pairs);
                   for (std::size_t k = 2 * pairs; k < K; ++k) put<add>(to[k], from[k]);
                   if (++i == inner.size && head + 1 < end) {
                     i = 0;
                     angles = p.walk.offsets(++row)[1];
                   }
                 }
               });
}

}  // namespace

void rotate_heads(const RotaryProblem& problem, const real* x, const real* cos, const real* sin,
                  real sign, Slot y) {
  const auto turn_all = y.fresh ? turn<false> : turn<true>;
  turn_all(problem, x, cos, sin, sign, y.data);
}

}  // namespace horloge::detail
