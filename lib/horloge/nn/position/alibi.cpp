#include "horloge/nn/position/alibi.h"

#include <cmath>
#include <cstdlib>

#include "horloge/core/error.h"

namespace horloge {

Array alibi_slopes(std::size_t num_heads) {
  if (num_heads == 0) throw ValueError("[alibi_slopes] num_heads must be 1 or more");
  std::size_t power = 1;
  while (2 * power <= num_heads) power *= 2;
  Array slopes = empty({num_heads});
  for (std::size_t h = 0; h < num_heads; ++h) {
    const double exponent = h < power ? 8.0 * static_cast<double>(h + 1)
                                      : 4.0 * static_cast<double>(2 * (h - power) + 1);
    slopes(h) = static_cast<real>(std::exp2(-exponent / static_cast<double>(power)));
  }
  return slopes;
}

AlibiPositions::AlibiPositions(std::size_t num_heads, AlibiForm form)
    : slopes(alibi_slopes(num_heads)), form_(form) {
  setting("scheme", form_ == AlibiForm::distance ? "alibi" : "alibi by key");
}

Tensor AlibiPositions::bias(const AttentionPositions& at) const {
  const bool by_query = form_ == AlibiForm::distance;
  Ids steps = at.keys;  // what each slope is multiplied by: (T, S), or (S) for all queries
  if (by_query) {
    steps = relative_positions(at);
    for (auto& step : steps) step = -std::abs(step);
  }
  const Shape shape(steps.shape().begin(), steps.shape().end());
  const bool batched = shape.size() == (by_query ? 3U : 2U);
  const std::size_t B = batched ? shape[0] : 1, H = slopes.size();
  const std::size_t T = by_query ? shape[shape.size() - 2] : 1, S = shape.back(), per_head = T * S;
  Array bias = empty(batched ? Shape{B, H, T, S} : Shape{H, T, S});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t h = 0; h < H; ++h)
      for (std::size_t i = 0; i < per_head; ++i)
        bias.data()[(b * H + h) * per_head + i] =
            slopes(h) * static_cast<real>(steps.data()[b * per_head + i]);
  return Tensor(std::move(bias));
}

Ids count_unmasked(const Mask& key_mask) {
  const Shape shape(key_mask.shape().begin(), key_mask.shape().end());
  const auto [B, S] = dims<2>(shape, "[count_unmasked] key_mask (B, S)");
  Ids positions = Ids::from_shape({B, S});
  for (std::size_t b = 0; b < B; ++b) {
    std::int64_t next = 0;
    for (std::size_t j = 0; j < S; ++j) positions(b, j) = key_mask(b, j) ? next++ : 0;
  }
  return positions;
}

}  // namespace horloge
