#include "horloge/nn/block_stack.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>

#include "horloge/core/error.h"

namespace horloge {
namespace {

BlockOptions options_of_layer(const BlockStackOptions& options, std::size_t layer) {
  BlockOptions block = options.blocks.empty() ? options.block : options.blocks[layer];
  if (layer == 0) block.d_in = options.d_in;
  if (options.scale_by_layer) {
    const GroupedQueryAttentionOptions& a = block.attention;
    const std::size_t K = a.head_dim > 0 ? a.head_dim : options.d_model / a.num_heads;
    block.attention.scale =
        a.scale.value_or(1 / std::sqrt(static_cast<double>(K))) / static_cast<double>(layer + 1);
  }
  return block;
}

void check(const BlockStackOptions& o) {
  const auto names_each = [&](const char* what, std::size_t n) {
    if (n != 0 && n != o.num_layers)
      throw ValueError(
          fmt::format("[BlockStack] {} has {} entries for {} layers", what, n, o.num_layers));
  };
  names_each("windowed_layers", o.windowed_layers.size());
  names_each("blocks", o.blocks.size());
  if (o.sliding_window && *o.sliding_window == 0)
    throw ValueError("[BlockStack] a window has one token or more");
  if (o.sliding_window && o.window_kind == WindowKind::around && o.causal)
    throw ValueError("[BlockStack] a causal stack sees nothing after a token: WindowKind::behind");
}

}  // namespace

BlockStack::BlockStack(const BlockStackOptions& options, Rng& rng)
    : causal_(options.causal),
      sliding_window_(options.sliding_window),
      window_kind_(options.window_kind),
      windowed_(options.windowed_layers) {
  check(options);
  if (windowed_.empty()) windowed_.assign(options.num_layers, true);
  for (std::size_t i = 0; i < options.num_layers; ++i)
    blocks.push_back(child("blocks." + std::to_string(i),
                           Block(options.d_model, options_of_layer(options, i), rng)));
  if (options.final_norm) norm = child("norm", Norm(options.d_model, options.block.norm));
  setting("causal", causal_ ? "true" : "false");
  if (sliding_window_) setting("sliding_window", std::to_string(*sliding_window_));
  if (window_kind_ != WindowKind::behind)
    setting("window_kind", window_kind_ == WindowKind::around ? "around" : "chunk");
}

std::optional<Window> BlockStack::window_of(std::size_t i, const BlockStackPass& pass) const {
  if (!pass.causal || !sliding_window_ || !windowed_[i]) return {};
  return Window{*sliding_window_, window_kind_};
}

BlockPass BlockStack::pass_of_block(std::size_t i, const BlockStackPass& pass,
                                    LayerSights& sights) const {
  const PositionPass& own = pass.positions[pass.positions.size() == 1 ? 0 : i];
  const std::size_t T = own.at.queries.shape().back(), S = own.at.keys.shape().back();
  std::size_t forgotten = 0;
  if (pass.cache != nullptr) {
    const std::size_t kept =
        pass.cache->layers[i].length() + (pass.earlier.empty() ? 0 : pass.earlier.at(i).shape()[1]);
    forgotten = S - T > kept ? S - T - kept : 0;
  }
  const LayerSight& sight = sights.of(own, forgotten, window_of(i, pass));
  BlockPass block;
  block.self.positions = &sight.positions;
  block.self.masks = sight.masks;
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
  AttentionMasks masks;
  masks.is_causal = causal_ && pass.causal;
  masks.key_mask = pass.key_mask;
  LayerSights sights(std::move(masks));
  if (pass.cache != nullptr) {
    pass.cache->layers.resize(blocks.size());
    pass.cache->memory.resize(blocks.size());
    pass.cache->positions = pass.positions.front().at.keys;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (pass.hidden != nullptr) pass.hidden->push_back(x);
    x = blocks[i](x, pass_of_block(i, pass, sights));
    if (const auto window = window_of(i, pass); window && pass.cache != nullptr)
      pass.cache->layers[i].keep_last(window->size - 1);
  }
  if (norm) x = (*norm)(x);
  if (pass.hidden != nullptr) pass.hidden->push_back(x);
  return x;
}

}  // namespace horloge
