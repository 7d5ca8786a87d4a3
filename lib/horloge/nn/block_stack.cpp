#include "horloge/nn/block_stack.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "horloge/core/error.h"

namespace horloge {
namespace {

// Query i is at key i + S - T, and attends to `window` keys that end there.   -> (T, S)
Mask window_mask(std::size_t T, std::size_t S, std::size_t window) {
  Mask visible = Mask::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) visible(i, j) = j + window > i + S - T;
  return visible;
}

BlockOptions options_of_layer(const BlockStackOptions& options, std::size_t layer) {
  BlockOptions block = options.block;
  if (layer == 0) block.d_in = options.d_in;
  if (options.scale_by_layer) {
    const GroupedQueryAttentionOptions& a = block.attention;
    const std::size_t K = a.head_dim > 0 ? a.head_dim : options.d_model / a.num_heads;
    block.attention.scale =
        a.scale.value_or(1 / std::sqrt(static_cast<double>(K))) / static_cast<double>(layer + 1);
  }
  return block;
}

}  // namespace

BlockStack::BlockStack(const BlockStackOptions& options, Rng& rng)
    : causal_(options.causal),
      sliding_window_(options.sliding_window),
      windowed_(options.windowed_layers) {
  if (windowed_.empty()) windowed_.assign(options.num_layers, true);
  if (windowed_.size() != options.num_layers)
    throw ValueError(fmt::format("[BlockStack] windowed_layers has {} entries for {} layers",
                                 windowed_.size(), options.num_layers));
  for (std::size_t i = 0; i < options.num_layers; ++i)
    blocks.push_back(child("blocks." + std::to_string(i),
                           Block(options.d_model, options_of_layer(options, i), rng)));
  if (options.final_norm) norm = child("norm", Norm(options.d_model, options.block.norm));
  setting("causal", causal_ ? "true" : "false");
  if (sliding_window_) setting("sliding_window", std::to_string(*sliding_window_));
}

AttentionMasks BlockStack::masks_of(const BlockStackPass& pass) const {
  AttentionMasks masks;
  masks.is_causal = causal_ && pass.causal;
  masks.key_mask = pass.key_mask;
  return masks;
}

// None where it would hide nothing.
std::optional<Mask> BlockStack::window_of(const BlockStackPass& pass) const {
  const Places& at = pass.positions.front().at;
  const std::size_t T = at.queries.shape().back(), S = at.keys.shape().back();
  if (!pass.causal || !sliding_window_ || S <= *sliding_window_) return {};
  return window_mask(T, S, *sliding_window_);
}

BlockPass BlockStack::pass_of_block(std::size_t i, const BlockStackPass& pass,
                                    const AttentionMasks& masks,
                                    const std::optional<Mask>& window) const {
  BlockPass block;
  block.self.positions = &pass.positions[pass.positions.size() == 1 ? 0 : i];
  block.self.masks = masks;
  if (windowed_[i]) block.self.masks.mask = window;
  if (!pass.earlier.empty()) block.earlier = pass.earlier.at(i);
  if (pass.memory != nullptr) {
    block.memory = pass.memory->hidden;
    block.cross.masks.key_mask = pass.memory->mask;
  }
  if (pass.cache != nullptr) {
    block.self.cache = &pass.cache->layers[i];
    block.cross.cache = &pass.cache->memory[i];
    if (block.cross.cache->length() > 0) block.memory = Tensor();  // its keys are there
  }
  if (pass.maps != nullptr) {
    block.self.weights = &pass.maps->self.emplace_back();
    if (pass.memory != nullptr) block.cross.weights = &pass.maps->cross.emplace_back();
  }
  return block;
}

Tensor BlockStack::operator()(Tensor x, const BlockStackPass& pass) const {
  if (const std::size_t n = pass.positions.size(); n == 0 || (n > 1 && n != blocks.size()))
    throw ValueError(
        fmt::format("[BlockStack] needs a PositionPass for all blocks or one for each "
                    "of the {}, got {}",
                    blocks.size(), n));
  const AttentionMasks masks = masks_of(pass);
  const std::optional<Mask> window = window_of(pass);
  if (pass.cache != nullptr) {
    pass.cache->layers.resize(blocks.size());
    pass.cache->memory.resize(blocks.size());
    pass.cache->positions = pass.positions.front().at.keys;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (pass.hidden != nullptr) pass.hidden->push_back(x);
    x = blocks[i](x, pass_of_block(i, pass, masks, window));
  }
  if (norm) x = (*norm)(x);
  if (pass.hidden != nullptr) pass.hidden->push_back(x);
  return x;
}

}  // namespace horloge
