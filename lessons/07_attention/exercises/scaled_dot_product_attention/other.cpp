// Query by query, the scale put on the query first, the division by the sum of
// the exponentials last.

#include "exercises/scaled_dot_product_attention/answer.h"

using namespace horloge;

Array scaled_dot_product_attention(const Array& q, const Array& k,
                                   const Array& v, const Mask& mask) {
  const std::size_t T = q.shape(0), S = k.shape(0);
  Array y = zeros({T, v.shape(1)});
  for (std::size_t i = 0; i < T; ++i) {
    const Array query = xt::view(q, i) * std::pow(real(k.shape(1)), real(-0.5));
    std::vector<real> scores(S);
    real highest = -std::numeric_limits<real>::infinity();
    for (std::size_t j = 0; j < S; ++j) {
      scores[j] = xt::sum(query * xt::view(k, j))();
      if (mask(i, j)) highest = std::max(highest, scores[j]);
    }
    real total = 0;
    for (std::size_t j = 0; j < S; ++j) {
      if (!mask(i, j)) continue;
      const real e = std::exp(scores[j] - highest);
      total += e;
      xt::view(y, i) += e * xt::view(v, j);
    }
    if (total > 0) xt::view(y, i) /= total;
  }
  return y;
}
