#include "horloge/nn/position/learned.h"

#include "horloge/nn/position/added.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/lookup.h"

namespace horloge {

LearnedPositions::LearnedPositions(std::size_t max_seq_len, std::size_t d_model, Rng& rng)
    : weight(parameter("weight", rng.normal({max_seq_len, d_model}, 0, 0.02))) {
  setting("scheme", "learned");
}

Tensor LearnedPositions::operator()(const Tensor& x, std::size_t offset) const {
  const auto [B, T, D] = dims<3>(x.shape(), "[LearnedPositions] x (B, T, D)");
  return embed(x, positions_from(offset, T));
}

Tensor LearnedPositions::embed(const Tensor& x, const Ids& positions) const {
  const auto [max_seq_len, d_model] = dims<2>(weight.shape(), "[LearnedPositions] weight");
  check_added_positions("LearnedPositions", x.shape(), positions, d_model, max_seq_len);
  return x + embedding(positions, weight);
}

}  // namespace horloge
