#include "horloge/ops/rotary.h"

#include <fmt/format.h>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/rotary.h"

namespace horloge {
namespace {

Shape without_last(const Shape& shape) { return Shape(shape.begin(), shape.end() - 1); }

void check(const Shape& x, std::size_t head_dim, const Array& cos, const Array& sin) {
  if (cos.shape() != sin.shape())
    throw ShapeError(fmt::format("[rotate_pairs] cos {} and sin {} must have one shape",
                                 to_string(cos.shape()), to_string(sin.shape())));
  if (x.size() < 2 || cos.dimension() < 2)
    throw ShapeError(
        fmt::format("[rotate_pairs] x (…, T, K) and cos (…, T, R/2) need two axes or "
                    "more, got {} and {}",
                    to_string(x), to_string(cos.shape())));
  if (broadcast_shape(without_last(x), without_last(cos.shape()), "rotate_pairs") !=
      without_last(x))
    throw ShapeError(
        fmt::format("[rotate_pairs] cos (…, T, R/2) {} does not broadcast to the "
                    "leading axes of x (…, T, K) {}",
                    to_string(cos.shape()), to_string(x)));
  if (head_dim == 0 ? x.back() != 0 : x.back() % head_dim != 0)
    throw ShapeError(
        fmt::format("[rotate_pairs] x {} has {} columns, not a multiple of head_dim {}",
                    to_string(x), x.back(), head_dim));
  if (2 * cos.shape().back() > head_dim)
    throw ShapeError(fmt::format("[rotate_pairs] {} pairs of cos {} do not fit in a head of x {}",
                                 cos.shape().back(), to_string(cos.shape()), to_string(x)));
}

// Those of all heads at a position: the angles repeat along one more axis.
detail::Walk<2> walk_over_heads(const Shape& x, std::size_t head_dim, const Shape& cos) {
  Shape heads = without_last(x), angles = without_last(cos);
  heads.push_back(head_dim == 0 ? 1 : x.back() / head_dim);
  angles.push_back(1);
  return detail::Walk<2>(heads, {&heads, &angles});
}

}  // namespace

Tensor rotate_pairs(const Tensor& x, const Array& cos, const Array& sin, Pairing pairing) {
  return rotate_pairs(x, x.rank() == 0 ? 0 : x.shape().back(), cos, sin, pairing);
}

Tensor rotate_pairs(const Tensor& x, std::size_t head_dim, const Array& cos, const Array& sin,
                    Pairing pairing) {
  check(x.shape(), head_dim, cos, sin);
  const detail::RotaryProblem problem{walk_over_heads(x.shape(), head_dim, cos.shape()), head_dim,
                                      cos.shape().back(), pairing == Pairing::half};
  Array y = empty(x.shape());
  detail::rotate_heads(problem, x.data(), cos.data(), sin.data(), 1, {y.data(), true, 0});
  return record("rotate_pairs", std::move(y), {x}, [problem, cos, sin](Array& dy, Gradients& d) {
    detail::rotate_heads(problem, dy.data(), cos.data(), sin.data(), -1, d.into(0));
  });
}

}  // namespace horloge
