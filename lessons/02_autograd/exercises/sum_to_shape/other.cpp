// Number by number: each dy is added to the place that it came from.

#include "exercises/sum_to_shape/answer.h"

using namespace horloge;

Array sum_to_shape(const Array& dy, const Shape& shape) {
  Array dx = zeros(shape);
  for (std::size_t n = 0; n < dy.size(); ++n) {
    std::size_t rest = n;    // what is left of n, the last axis taken first
    std::size_t place = 0;   // in dx
    std::size_t stride = 1;  // of dx, along this axis
    for (std::size_t back = 1; back <= shape.size(); ++back) {
      const std::size_t size = dy.shape()[dy.dimension() - back];
      if (shape[shape.size() - back] != 1) place += rest % size * stride;
      stride *= shape[shape.size() - back];
      rest /= size;
    }
    dx.data()[place] += dy.data()[n];
  }
  return dx;
}
