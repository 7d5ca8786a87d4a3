#include "horloge/nn/position/hard_alibi.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "horloge/core/error.h"

namespace horloge {
namespace {

// Far below every score, so that its weight is 0. A number still: where all keys of a window are
// padding there is something left to divide by.
constexpr real unseen = real(-1e9);

}  // namespace

HardAlibiPositions::HardAlibiPositions(std::size_t num_heads, std::size_t windowed_heads)
    : num_heads_(num_heads), windowed_heads_(windowed_heads) {
  if (num_heads == 0) throw ValueError("[HardAlibiPositions] num_heads must be 1 or more");
  if (windowed_heads > num_heads)
    throw ValueError(fmt::format("[HardAlibiPositions] {} of {} heads cannot have a window",
                                 windowed_heads, num_heads));
  setting("scheme", fmt::format("hard_alibi, windows in {} heads", windowed_heads));
}

Tensor HardAlibiPositions::bias(const AttentionPositions& at) const {
  const Ids relative = relative_positions(at);
  const Shape shape(relative.shape().begin(), relative.shape().end());
  const bool batched = shape.size() == 3;
  const std::size_t B = batched ? shape[0] : 1, H = num_heads_;
  const std::size_t T = shape[shape.size() - 2], S = shape.back(), per_head = T * S;
  Array bias = zeros(batched ? Shape{B, H, T, S} : Shape{H, T, S});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t h = 0; h < windowed_heads_; ++h)
      for (std::size_t i = 0; i < per_head; ++i)
        if (std::abs(relative.data()[b * per_head + i]) > static_cast<std::int64_t>(h))
          bias.data()[(b * H + h) * per_head + i] = unseen;
  return Tensor(std::move(bias));
}

std::size_t usual_windowed_heads(std::size_t num_heads) {
  return std::max(num_heads / 2, std::min<std::size_t>(2, num_heads));
}

}  // namespace horloge
