#include "cope.h"

#include <cmath>

#include "common/modules.h"

using namespace horloge;

Cope::Cope(std::size_t num_positions, std::size_t head_dim)
    : vectors(parameter("vectors", zeros({num_positions, head_dim}))) {}

Tensor Cope::bias_of(const Tensor& q, const Tensor& k) const {
  const std::size_t T = q.shape()[2], last = vectors.shape()[0] - 1;
  Mask later = Mask::from_shape({T, T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < T; ++j) later(i, j) = j > i;
  const Tensor gates =
      masked_fill(sigmoid(matmul(q, transpose(k, 2, 3))), later, 0);
  const Tensor sums = flip(cumsum(flip(gates, {3}), 3), {3});
  const Tensor p = clamp(sums, 0, real(last));  // (B, H, T, T)
  Ids below = Ids::from_shape(p.shape()), above = below;
  Array whole = Array::from_shape(p.shape());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    whole.flat(i) = std::floor(p.array().flat(i));
    below.flat(i) = std::int64_t(whole.flat(i));
    above.flat(i) = std::min(below.flat(i) + 1, std::int64_t(last));
  }
  const Tensor scores = matmul(q, transpose(vectors, 0, 1));  // (B, H, T, P)
  const Tensor lower = gather(scores, 3, below);
  const Tensor share = p - Tensor(whole);
  const Tensor bias = lower + share * (gather(scores, 3, above) - lower);
  return bias / std::sqrt(real(q.shape()[3]));
}
