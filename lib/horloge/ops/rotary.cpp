#include "horloge/ops/rotary.h"

#include <fmt/format.h>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"

namespace horloge {
namespace {

// Kernels turn one head: y = turned x, or y += turned x with `add`. `sign` -1 turns back.

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

// All heads of an array; each operand's walk over them goes by (…, T), the last axis left out.
struct Heads {
  detail::Walk<2> walk;  // of x, and of cos and sin
  std::size_t size;      // K
  std::size_t pairs;     // R/2
  Pairing pairing;
};

template <bool add>
void turn(const Heads& heads, const real* x, const real* cos, const real* sin, real sign, real* y) {
  const auto kernel = heads.pairing == Pairing::half ? turn_halves<add> : turn_interleaved<add>;
  const std::size_t K = heads.size, pairs = heads.pairs;
  const auto& inner = heads.walk.axes.back();
  parallel_for(heads.walk.rows() * inner.size, rows_per_tile(K),
               [&](std::size_t begin, std::size_t end) {
                 std::size_t row = begin / inner.size, i = begin % inner.size;
                 std::size_t angles = heads.walk.offsets(row)[1];
                 for (std::size_t head = begin; head < end; ++head) {
                   const std::size_t at = (angles + i * inner.step[1]) * pairs;
                   const real* const from = x + head * K;
                   real* const to = y + head * K;
                   kernel(from, cos + at, sin + at, sign, to, pairs);
                   for (std::size_t k = 2 * pairs; k < K; ++k) put<add>(to[k], from[k]);
                   if (++i == inner.size && head + 1 < end) {
                     i = 0;
                     angles = heads.walk.offsets(++row)[1];
                   }
                 }
               });
}

Shape without_last(const Shape& shape) { return Shape(shape.begin(), shape.end() - 1); }

}  // namespace

Tensor rotate_pairs(const Tensor& x, const Array& cos, const Array& sin, Pairing pairing) {
  if (cos.shape() != sin.shape())
    throw ShapeError(fmt::format("[rotate_pairs] cos {} and sin {} must have one shape",
                                 to_string(cos.shape()), to_string(sin.shape())));
  if (x.rank() < 2 || cos.dimension() < 2)
    throw ShapeError(
        fmt::format("[rotate_pairs] x (…, T, K) and cos (…, T, R/2) need two axes or "
                    "more, got {} and {}",
                    to_string(x.shape()), to_string(cos.shape())));
  const Shape heads = without_last(x.shape());
  const Shape angles = without_last(cos.shape());
  if (broadcast_shape(heads, angles, "rotate_pairs") != heads)
    throw ShapeError(
        fmt::format("[rotate_pairs] cos (…, T, R/2) {} does not broadcast to the "
                    "leading axes of x (…, T, K) {}",
                    to_string(cos.shape()), to_string(x.shape())));
  const Heads all{detail::Walk<2>(heads, {&heads, &angles}), x.shape().back(), cos.shape().back(),
                  pairing};
  if (2 * all.pairs > all.size)
    throw ShapeError(fmt::format("[rotate_pairs] {} pairs of cos {} do not fit in a head of x {}",
                                 all.pairs, to_string(cos.shape()), to_string(x.shape())));
  Array y = empty(x.shape());
  turn<false>(all, x.data(), cos.data(), sin.data(), 1, y.data());
  return record("rotate_pairs", std::move(y), {x}, [all, cos, sin](Array& dy, Gradients& d) {
    const auto dx = d.into(0);
    const auto back = dx.fresh ? turn<false> : turn<true>;
    back(all, dy.data(), cos.data(), sin.data(), -1, dx.data);
  });
}

}  // namespace horloge
