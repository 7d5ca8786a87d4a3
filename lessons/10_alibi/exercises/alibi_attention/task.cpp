// Causal attention with ALiBi, for a whole text or for its last tokens.
//
// A model that writes has seen S tokens. Keys and values of all of them are in
// its cache, but there are queries of the last T only, often of a single one.
// So query i stands at the position S - T + i, and key j at the position j. A
// query sees the keys up to its own position.
//
//   score = q . k / sqrt(K) - slope |S - T + i - j|
//
// The slopes are a tensor here, one for each head: in some models they are
// learned, so they get a gradient, as q, k and v do.
//
// Press et al. 2022, section 3.

#include "exercises/alibi_attention/answer.h"

using namespace horloge;

/// The values that each query gets, weighted by the softmax of its scores.
///   q (H, T, K), k and v (H, S, K), slopes (H) -> (H, T, K)
/// Throws a ShapeError for more queries than keys.
///
/// What may help: q.shape()[1] is T; Tensor(array) makes a tensor of an array;
/// reshape(slopes, {H, 1, 1}) lets it broadcast; matmul(a, b), transpose(k, -1,
/// -2), masked_fill(x, mask, value) and softmax(x, -1), or
/// scaled_dot_product_attention(q, k, v, AttentionOptions().with_masks(masks))
/// with masks = AttentionMasks::causal(offset).with_bias(bias), where query i
/// sees the keys up to offset + i.
Tensor alibi_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                       const Tensor& slopes) {
  // solution
  const std::size_t H = q.shape()[0], T = q.shape()[1], S = k.shape()[1];
  if (T > S)
    throw ShapeError("[alibi_attention] there are more queries than keys");
  Array distance = Array::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j)
      distance(i, j) = std::abs(real(S - T + i) - real(j));
  const Tensor bias = -reshape(slopes, {H, 1, 1}) * Tensor(distance);
  const auto masks =
      AttentionMasks::causal(std::ptrdiff_t(S - T)).with_bias(bias);
  return scaled_dot_product_attention(q, k, v,
                                      AttentionOptions().with_masks(masks));
  // end
}
