// The way back through broadcasting: what was repeated is summed.
//
//   dx = dy, summed over every axis along which x was repeated
//
// See "What was repeated is summed" in this lesson. The rules of broadcasting
// are NumPy's: shapes are compared from their last axis; an axis of size 1, or
// one that is missing in front, is repeated.

#include "exercises/sum_to_shape/answer.h"

using namespace horloge;

/// The gradient of an operand of this shape, which was repeated until it had
/// the shape of dy. It has the operand's shape again.
///   dy (...), shape -> an array of that shape
/// For dy (4, 2, 3) the shape may be, among others, (2, 3), (4, 1, 3), (1, 1),
/// or (): a single number. It is always one that can be repeated to that of dy.
///
/// The lesson shows what comes out, for four shapes; how is for you to find.
///
/// What may help: xt::sum(x, {axis}) sums over an axis, and the axis is gone;
/// xt::sum(x, {axis}, xt::keep_dims) leaves it there with size 1. Both are
/// expressions: put them into an Array, never into auto; x = xt::sum(x, {0}) is
/// allowed.
Array sum_to_shape(const Array& dy, const Shape& shape) {
  // solution
  Array dx = dy;
  while (dx.dimension() > shape.size())  // axes that broadcasting put in front
    dx = xt::sum(dx, {0});
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == 1)  // one number for all along this axis
      dx = xt::sum(dx, {axis}, xt::keep_dims);
  return dx;
  // end
}
