// With every slope of every y in every x, as the definition says.

#include "exercises/softmax_backward/answer.h"

using namespace horloge;

Array softmax_backward(const Array& y, const Array& dy) {
  const std::size_t N = y.shape().back();
  Array dx = zeros(y.shape());
  for (std::size_t n = 0; n < y.size(); ++n) {
    const std::size_t row = n / N * N;
    for (std::size_t j = row; j < row + N; ++j) {
      const real slope = (j == n ? y.data()[n] : 0) - y.data()[n] * y.data()[j];
      dx.data()[n] += slope * dy.data()[j];
    }
  }
  return dx;
}
