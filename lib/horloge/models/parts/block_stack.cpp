#include "horloge/models/parts/block_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "horloge/core/error.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// Positions (S) or (B, S) with (T) or (B, T) behind them.
Ids joined(const Ids& a, const Ids& b) {
  if (a.size() == 0) return b;
  if (a.dimension() != b.dimension())
    throw ShapeError("[DecodingCache] position_ids must be (T) in all calls, or (B, T) in all");
  const std::size_t S = a.shape().back(), T = b.shape().back(), rows = a.size() / S;
  Shape shape(a.shape().begin(), a.shape().end());
  shape.back() = S + T;
  Ids all = Ids::from_shape(shape);
  for (std::size_t row = 0; row < rows; ++row) {
    std::copy_n(a.data() + row * S, S, all.data() + row * (S + T));
    std::copy_n(b.data() + row * T, T, all.data() + row * (S + T) + S);
  }
  return all;
}

// Query i stands at key i + S - T, and sees `window` keys, of which this is the last.   -> (T, S)
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

ModelInfo with_sizes(ModelInfo info, const BlockStackOptions& stack) {
  const GroupedQueryAttentionOptions& a = stack.block.attention;
  info.sizes = {stack.num_layers, stack.d_model, a.num_heads,
                a.num_kv_heads > 0 ? a.num_kv_heads : a.num_heads,
                a.head_dim > 0 ? a.head_dim : stack.d_model / a.num_heads};
  info.sizes.equal_heads = stack.d_in == 0 || stack.d_in == stack.d_model || a.head_dim > 0;
  return info;
}

Places places_of(const ModelInput& in) {
  const Shape shape(in.ids.shape().begin(), in.ids.shape().end());
  const auto [B, T] = dims<2>(shape, "[ModelInput] ids (B, T)");
  const bool first = in.cache == nullptr || in.cache->length() == 0;
  Ids queries =
      in.position_ids ? *in.position_ids : positions_from(first ? 0 : in.cache->length(), T);
  const Shape given(queries.shape().begin(), queries.shape().end());
  if (given != Shape{T} && given != Shape{1, T} && given != Shape{B, T})
    throw ShapeError(
        fmt::format("[ModelInput] position_ids {} must be (T), (1, T) or (B, T) for ids {}",
                    to_string(given), to_string(shape)));
  if (given == Shape{1, T}) queries.reshape({T});
  return {queries, first ? queries : joined(in.cache->positions, queries)};
}

BlockStack::BlockStack(const BlockStackOptions& options, Rng& rng)
    : causal_(options.causal), sliding_window_(options.sliding_window) {
  for (std::size_t i = 0; i < options.num_layers; ++i)
    blocks.push_back(child("blocks." + std::to_string(i),
                           Block(options.d_model, options_of_layer(options, i), rng)));
  if (options.final_norm) norm = child("norm", Norm(options.d_model, options.block.norm));
}

AttentionMasks BlockStack::masks_of(const ModelInput& in, std::size_t T, std::size_t S) const {
  AttentionMasks masks;
  masks.is_causal = causal_ && in.causal;
  masks.causal_offset = static_cast<std::ptrdiff_t>(S - T);
  masks.key_mask = in.attention_mask;
  if (in.causal && sliding_window_ && S > *sliding_window_)
    masks.mask = window_mask(T, S, *sliding_window_);
  return masks;
}

Tensor BlockStack::operator()(const Tensor& x, const PositionPass& positions, const ModelInput& in,
                              ModelOutput& out, const EncoderMemory* memory) const {
  return (*this)(x, std::vector<PositionPass>(blocks.size(), positions), in, out, memory);
}

Tensor BlockStack::operator()(Tensor x, const std::vector<PositionPass>& positions,
                              const ModelInput& in, ModelOutput& out,
                              const EncoderMemory* memory) const {
  const Places& at = positions.at(0).at;
  BlockPass pass;
  pass.self.masks = masks_of(in, at.queries.shape().back(), at.keys.shape().back());
  if (memory != nullptr) pass.cross.masks.key_mask = memory->mask;
  if (in.cache != nullptr) {
    in.cache->layers.resize(blocks.size());
    in.cache->memory.resize(blocks.size());
    in.cache->positions = at.keys;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    pass.self.positions = &positions.at(i);
    if (!in.memory.empty()) {
      const NoGrad no_grad;
      pass.earlier = in.memory.at(i);
      out.memory.push_back(concat({pass.earlier, x}, 1));
    }
    if (memory != nullptr) pass.memory = memory->hidden;
    if (in.cache != nullptr) {
      pass.self.cache = &in.cache->layers[i];
      pass.cross.cache = &in.cache->memory[i];
      if (pass.cross.cache->length() > 0) pass.memory = Tensor();  // its keys are there
    }
    if (in.trace) {
      out.hidden.push_back(x);
      pass.self.weights = &out.attention.emplace_back();
      if (memory != nullptr) pass.cross.weights = &out.cross_attention.emplace_back();
    }
    x = blocks[i](x, pass);
  }
  if (norm) x = (*norm)(x);
  if (in.trace) out.hidden.push_back(x);
  return x;
}

}  // namespace horloge
