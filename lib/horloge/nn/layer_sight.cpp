#include "horloge/nn/layer_sight.h"

#include <algorithm>
#include <utility>

namespace horloge {
namespace {

// Query i is key i + S - T.   -> (T, S)
Mask by_place(std::size_t T, std::size_t S, const Window& window) {
  Mask visible = Mask::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::size_t own = i + S - T;
      visible(i, j) = window.kind == WindowKind::behind
                          ? j + window.size > own
                          : j + window.size >= own && j <= own + window.size;
    }
  return visible;
}

// (S) or (B, S): the chunk of position s of sequence b.
std::int64_t chunk_of(const Ids& positions, std::size_t b, std::size_t s, std::size_t size) {
  const std::size_t row = positions.dimension() == 2 ? b * positions.shape()[1] : 0;
  return positions.data()[row + s] / static_cast<std::int64_t>(size);
}

Mask by_chunk(const AttentionPositions& at, std::size_t size) {
  const std::size_t T = at.queries.shape().back(), S = at.keys.shape().back();
  const bool batched = at.keys.dimension() == 2;
  const std::size_t B = batched ? at.keys.shape()[0] : 1;
  Mask visible = Mask::from_shape({B, std::size_t{1}, T, S});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t i = 0; i < T; ++i)
      for (std::size_t j = 0; j < S; ++j)
        visible(b, 0, i, j) = chunk_of(at.queries, b, i, size) == chunk_of(at.keys, b, j, size);
  if (!batched) visible.reshape({T, S});
  return visible;
}

// (B, S) -> (B, S - n)
Mask without_first(const Mask& mask, std::size_t n) {
  const std::size_t B = mask.shape()[0], S = mask.shape()[1];
  Mask rest = Mask::from_shape({B, S - n});
  for (std::size_t b = 0; b < B; ++b)
    std::copy_n(mask.data() + b * S + n, S - n, rest.data() + b * (S - n));
  return rest;
}

}  // namespace

Mask window_mask(const AttentionPositions& at, const Window& window) {
  if (window.kind == WindowKind::chunk) return by_chunk(at, window.size);
  return by_place(at.queries.shape().back(), at.keys.shape().back(), window);
}

const LayerSight& LayerSights::of(const PositionContext& own, std::size_t forgotten,
                                  const std::optional<Window>& window) {
  for (const Known& k : known_)
    if (k.own == &own && k.forgotten == forgotten && k.windowed == window.has_value())
      return *k.sight;
  const std::size_t S = own.at.keys.shape().back() - forgotten;
  auto sight =
      std::make_unique<LayerSight>(LayerSight{forgotten == 0 ? own : own.of_last_keys(S), masks_});
  auto& masks = sight->masks;
  if (forgotten > 0 && masks.key_mask) masks.key_mask = without_first(*masks.key_mask, forgotten);
  // None where it would hide nothing.
  if (window && window->kind == WindowKind::behind && masks.is_causal)
    masks.window = window->size;
  else if (window && (S > window->size || window->kind == WindowKind::chunk))
    masks.mask = window_mask(sight->positions.at, *window);
  known_.push_back({&own, forgotten, window.has_value(), std::move(sight)});
  return *known_.back().sight;
}

}  // namespace horloge
