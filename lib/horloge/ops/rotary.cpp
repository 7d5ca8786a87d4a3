#include "horloge/ops/rotary.h"

#include <fmt/format.h>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/rotary.h"

namespace horloge {
namespace {

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
  const detail::RotaryProblem problem{detail::Walk<2>(heads, {&heads, &angles}), x.shape().back(),
                                      cos.shape().back(), pairing == Pairing::half};
  if (2 * problem.pairs > problem.head_dim)
    throw ShapeError(fmt::format("[rotate_pairs] {} pairs of cos {} do not fit in a head of x {}",
                                 problem.pairs, to_string(cos.shape()), to_string(x.shape())));
  Array y = empty(x.shape());
  detail::rotate_heads(problem, x.data(), cos.data(), sin.data(), 1, {y.data(), true, 0});
  return record("rotate_pairs", std::move(y), {x}, [problem, cos, sin](Array& dy, Gradients& d) {
    detail::rotate_heads(problem, dy.data(), cos.data(), sin.data(), -1, d.into(0));
  });
}

}  // namespace horloge
