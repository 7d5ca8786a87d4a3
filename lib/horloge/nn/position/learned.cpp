#include "horloge/nn/position/learned.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/lookup.h"

namespace horloge {

LearnedPositions::LearnedPositions(std::size_t max_seq_len, std::size_t d_model, Rng& rng)
    : weight(parameter("weight", rng.normal({max_seq_len, d_model}, 0, 0.02))) {}

Tensor LearnedPositions::operator()(const Tensor& x, std::size_t offset) const {
  const auto [B, T, D] = dims<3>(x.shape(), "[LearnedPositions] x (B, T, D)");
  const auto [max_seq_len, d_model] = dims<2>(weight.shape(), "[LearnedPositions] weight");
  if (D != d_model)
    throw ShapeError(fmt::format("[LearnedPositions] x {} must end in d_model {}",
                                 to_string(x.shape()), d_model));
  if (offset + T > max_seq_len)
    throw IndexError(fmt::format(
        "[LearnedPositions] positions {} to {} needed, the table ends before position {}", offset,
        offset + T - 1, max_seq_len));
  Ids positions = arange(T);
  for (auto& position : positions) position += static_cast<std::int64_t>(offset);
  return x + embedding(positions, weight);
}

}  // namespace horloge
