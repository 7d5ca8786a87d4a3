// With every slope of every y with respect to every x, as the definition says.

#include "exercises/tempered_softmax_backward/answer.h"

using namespace horloge;

Array tempered_softmax_backward(const Array& y, const Array& dy,
                                std::size_t axis, real temperature) {
  const std::size_t N = y.shape(axis);
  std::size_t stride = 1;  // from one number of a softmax to its next
  for (std::size_t a = axis + 1; a < y.dimension(); ++a) stride *= y.shape(a);
  Array dx = zeros(y.shape());
  for (std::size_t n = 0; n < y.size(); ++n) {
    const std::size_t first = n - n / stride % N * stride;
    for (std::size_t j = first; j < first + N * stride; j += stride) {
      const real slope = (j == n ? y.data()[n] : 0) - y.data()[n] * y.data()[j];
      dx.data()[n] += slope * dy.data()[j] / temperature;
    }
  }
  return dx;
}
