// Row by row, number by number.

#include "exercises/masked_softmax/answer.h"

using namespace horloge;

Array masked_softmax(const Array& scores, const Mask& mask) {
  const std::size_t S = scores.shape().back();
  Array weights = zeros(scores.shape());
  for (std::size_t first = 0; first < scores.size(); first += S) {
    const real* s = scores.data() + first;
    const bool* sees = mask.data() + first;
    real* w = weights.data() + first;
    real highest = std::numeric_limits<real>::lowest();
    for (std::size_t j = 0; j < S; ++j)
      if (sees[j]) highest = std::max(highest, s[j]);
    real total = 0;
    for (std::size_t j = 0; j < S; ++j)
      if (sees[j]) total += w[j] = std::exp(s[j] - highest);
    for (std::size_t j = 0; j < S; ++j)
      if (sees[j]) w[j] /= total;
  }
  return weights;
}
