// Query by query, pair by pair.

#include "exercises/attention_backward/answer.h"

using namespace horloge;

AttentionGradients attention_backward(const Array& q, const Array& k,
                                      const Array& v, const Array& weights,
                                      const Array& dy) {
  AttentionGradients d{zeros(q.shape()), zeros(k.shape()), zeros(v.shape())};
  const std::size_t S = k.shape(0);
  const real scale = std::pow(real(k.shape(1)), real(-0.5));
  for (std::size_t i = 0; i < q.shape(0); ++i) {
    std::vector<real> dweight(S);
    real mean = 0;
    for (std::size_t j = 0; j < S; ++j) {
      for (std::size_t c = 0; c < v.shape(1); ++c) {
        d.v(j, c) += weights(i, j) * dy(i, c);
        dweight[j] += dy(i, c) * v(j, c);
      }
      mean += weights(i, j) * dweight[j];
    }
    for (std::size_t j = 0; j < S; ++j) {
      const real dscore = scale * weights(i, j) * (dweight[j] - mean);
      for (std::size_t c = 0; c < k.shape(1); ++c) {
        d.q(i, c) += dscore * k(j, c);
        d.k(j, c) += dscore * q(i, c);
      }
    }
  }
  return d;
}
