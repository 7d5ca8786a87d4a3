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

std::optional<Window> BlockStack::window_of(std::size_t i, const BlockStackContext& context) const {
  if (!context.causal || !sliding_window_ || !windowed_[i]) return {};
  return Window{*sliding_window_, window_kind_};
}

BlockContext BlockStack::context_of_block(std::size_t i, const BlockStackContext& context,
                                          LayerSights& sights) const {
  const PositionContext& own = context.positions[context.positions.size() == 1 ? 0 : i];
  const std::size_t T = own.at.queries.shape().back(), S = own.at.keys.shape().back();
  std::size_t forgotten = 0;
  if (context.cache != nullptr) {
    const std::size_t kept = context.cache->layers[i].length() +
                             (context.earlier.empty() ? 0 : context.earlier.at(i).shape()[1]);
    forgotten = S - T > kept ? S - T - kept : 0;
  }
  const LayerSight& sight = sights.of(own, forgotten, window_of(i, context));
  BlockContext block;
  block.self.positions = &sight.positions;
  block.self.masks = sight.masks;
  if (!context.earlier.empty()) block.earlier = context.earlier.at(i);
  if (context.memory != nullptr) {
    block.memory = context.memory->hidden;
    block.cross.masks.key_mask = context.memory->mask;
  }
  if (context.cache != nullptr) {
    block.self.cache = &context.cache->layers[i];
    block.cross.cache = &context.cache->memory[i];
    if (block.cross.cache->length() > 0) block.memory = Tensor();  // its keys are there
  }
  if (context.maps != nullptr) {
    block.self.weights = &context.maps->self.emplace_back();
    if (context.memory != nullptr) block.cross.weights = &context.maps->cross.emplace_back();
  }
  return block;
}

Tensor BlockStack::operator()(Tensor x, const BlockStackContext& context) const {
  if (const std::size_t n = context.positions.size(); n == 0 || (n > 1 && n != blocks.size()))
    throw ValueError(
        fmt::format("[BlockStack] needs a PositionContext for all blocks or one for each "
                    "of the {}, got {}",
                    blocks.size(), n));
  AttentionMasks masks;
  masks.is_causal = causal_ && context.causal;
  masks.key_mask = context.key_mask;
  LayerSights sights(std::move(masks));
  if (context.cache != nullptr) {
    context.cache->layers.resize(blocks.size());
    context.cache->memory.resize(blocks.size());
    context.cache->positions = context.positions.front().at.keys;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (context.hidden != nullptr) context.hidden->push_back(x);
    x = blocks[i](x, context_of_block(i, context, sights));
    if (const auto window = window_of(i, context); window && context.cache != nullptr)
      context.cache->layers[i].keep_last(window->size - 1);
  }
  if (norm) x = (*norm)(x);
  if (context.hidden != nullptr) context.hidden->push_back(x);
  return x;
}

}  // namespace horloge
