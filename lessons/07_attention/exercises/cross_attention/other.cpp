// One head after the other, each with its own slices; the mask is added to the
// scores, and padding multiplied away at the end.

#include "exercises/cross_attention/answer.h"

using namespace horloge;

Tensor cross_attention(const HeadsWeights& weights, const Padded& asking,
                       const Padded& asked, std::size_t num_heads) {
  const std::size_t B = asking.x.shape()[0], T = asking.x.shape()[1];
  const std::size_t S = asked.x.shape()[1], D = asking.x.shape()[2];
  if (num_heads == 0 || D % num_heads != 0) throw ValueError("no");
  const auto K = static_cast<std::ptrdiff_t>(D / num_heads);
  Array hidden = zeros({B, 1, S}), is_word = zeros({B, T, 1});
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t j = 0; j < S; ++j)
      if (!asked.words(b, j))
        hidden(b, 0, j) = -std::numeric_limits<real>::infinity();
    for (std::size_t i = 0; i < T; ++i)
      is_word(b, i, 0) = asking.words(b, i) ? 1 : 0;
  }

  const auto columns = [&](const Padded& from, std::size_t first) {
    const auto start = static_cast<std::ptrdiff_t>(first);
    return linear(from.x, slice(weights.in_proj_weight, {{start, start + K}}),
                  slice(weights.in_proj_bias, {{start, start + K}}));
  };
  std::vector<Tensor> heads;
  for (std::size_t first = 0; first < D; first += D / num_heads) {
    const Tensor q = columns(asking, first) * real(1 / std::sqrt(double(K)));
    const Tensor k = columns(asked, D + first);
    const Tensor v = columns(asked, 2 * D + first);
    const Tensor scores = matmul(q, transpose(k, 1, 2)) + Tensor(hidden);
    heads.push_back(matmul(softmax(scores), v));
  }
  return (matmul(concat(heads, -1), transpose(weights.out_weight, 0, 1)) +
          weights.out_bias) *
         Tensor(is_word);
}
