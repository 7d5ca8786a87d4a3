#include "left_to_you.h"

#include <functional>

#include "horloge/core/xtensor.h"

using horloge::Array;
using horloge::real;
using horloge::Shape;

std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output) {
  std::vector<std::size_t> order;
  std::vector<bool> seen(inputs.size());
  const std::function<void(std::size_t)> visit = [&](std::size_t node) {
    if (seen[node]) return;
    seen[node] = true;
    for (const std::size_t input : inputs[node]) visit(input);
    order.push_back(node);  // its inputs are all there already
  };
  visit(output);
  return order;
}

Array sum_to_shape(const Array& dy, const Shape& shape) {
  Array dx = dy;
  while (dx.dimension() > shape.size())  // axes that broadcasting put in front
    dx = Array(xt::sum(dx, {0}));
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] == 1)  // one number for all along this axis
      dx = Array(xt::sum(dx, {axis}, xt::keep_dims));
  return dx;
}

Array tempered_softmax_backward(const Array& y, const Array& dy,
                                std::size_t axis, real temperature) {
  const Array mean = xt::sum(y * dy, {axis}, xt::keep_dims);
  return y * (dy - mean) / temperature;
}
