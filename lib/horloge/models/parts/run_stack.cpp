#include "horloge/models/parts/run_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "horloge/core/error.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// Positions (S) or (B, S) followed by (T) or (B, T).
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

}  // namespace

ModelInfo with_sizes(ModelInfo info, const BlockStackOptions& stack) {
  const GroupedQueryAttentionOptions& a = stack.block.attention;
  info.sizes = {stack.num_layers, stack.d_model, a.num_heads,
                a.num_kv_heads > 0 ? a.num_kv_heads : a.num_heads,
                a.head_dim > 0 ? a.head_dim : stack.d_model / a.num_heads};
  info.sizes.equal_heads = stack.d_in == 0 || stack.d_in == stack.d_model || a.head_dim > 0;
  return info;
}

AttentionPositions positions_of(const ModelInput& in) {
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

std::vector<std::pair<std::string, std::shared_ptr<PositionScheme>>> other_schemes(
    const std::shared_ptr<PositionScheme>& all,
    const std::vector<std::shared_ptr<PositionScheme>>& of_layers) {
  std::vector<std::pair<std::string, std::shared_ptr<PositionScheme>>> others;
  for (std::size_t i = 0; i < of_layers.size(); ++i) {
    const bool known =
        of_layers[i] == all || std::any_of(others.begin(), others.end(),
                                           [&](const auto& o) { return o.second == of_layers[i]; });
    if (!known) others.emplace_back(fmt::format("layer_positions.{}", i), of_layers[i]);
  }
  return others;
}

std::vector<PositionContext> contexts_of(
    const PositionContext& context, const ModelInput& in,
    const std::vector<std::shared_ptr<PositionScheme>>& of_layers) {
  if (of_layers.empty() || in.positions != nullptr) return {context};
  std::vector<PositionContext> contexts;
  for (const auto& scheme : of_layers) {
    const auto made = std::find_if(contexts.begin(), contexts.end(), [&](const PositionContext& p) {
      return &p.scheme == scheme.get();
    });
    contexts.push_back(made == contexts.end() ? PositionContext(*scheme, context.at)
                                              : PositionContext(*made));
  }
  return contexts;
}

Tensor run_stack(const BlockStack& stack, const Tensor& x, std::vector<PositionContext> positions,
                 const ModelInput& in, ModelOutput& out, const EncoderMemory* memory) {
  std::vector<Tensor> hidden;
  AttentionMaps maps;
  BlockStackContext context(std::move(positions));
  context.key_mask = in.attention_mask;
  context.causal = in.causal;
  context.cache = in.cache;
  context.earlier = in.mems;
  context.memory = memory;
  if (in.trace || !in.mems.empty()) context.hidden = &hidden;
  if (in.trace) context.maps = &maps;
  const Tensor y = stack(x, context);
  for (std::size_t i = 0; i < in.mems.size(); ++i) {
    const NoGrad no_grad;
    out.mems.push_back(concat({in.mems[i], hidden[i]}, 1));
  }
  if (in.trace) {
    out.hidden = std::move(hidden);
    out.attention = std::move(maps.self);
    out.cross_attention = std::move(maps.cross);
  }
  return y;
}

}  // namespace horloge
