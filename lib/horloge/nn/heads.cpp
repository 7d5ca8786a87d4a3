#include "horloge/nn/heads.h"

#include <utility>

#include "horloge/core/shape.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// Each key-value head once for each query head that it serves.   (B, G, S, K) -> (B, H, S, K)
Tensor repeat_heads(const Tensor& x, std::size_t H) {
  const auto [B, G, S, K] = dims<4>(x.shape(), "[AttentionHeads] x (B, G, S, K)");
  if (G == H) return x;
  return reshape(expand(unsqueeze(x, 2), {B, G, H / G, S, K}), {B, H, S, K});
}

}  // namespace

Tensor split_heads(const Tensor& x, std::size_t n) {
  const auto [B, T, D] = dims<3>(x.shape(), "[split_heads] x (B, T, n K)");
  return transpose(reshape(x, {B, T, n, D / n}), 1, 2);
}

Tensor merge_heads(const Tensor& x) {
  const auto [B, n, T, K] = dims<4>(x.shape(), "[merge_heads] x (B, n, T, K)");
  return reshape(transpose(x, 1, 2), {B, T, n * K});
}

AttentionHeads::AttentionHeads(const HeadOptions& options, Dropout dropout, Tensor sinks)
    : options_(options), dropout_(std::move(dropout)), sinks_(std::move(sinks)) {
  if (options_.num_kv_heads == 0) options_.num_kv_heads = options_.num_heads;
}

AttentionOptions AttentionHeads::options_with(AttentionMasks masks) const {
  AttentionOptions options{std::move(masks), options_.scale, 0, {}};
  options.softcap = options_.softcap;
  options.sinks = sinks_;
  if (dropout_.active()) {
    options.dropout_p = dropout_.p();
    options.dropout_key = dropout_.next_key();
  }
  return options;
}

Tensor AttentionHeads::attend(const Tensor& q, const Tensor& k, const Tensor& v,
                              const AttentionOptions& options, Tensor* weights) const {
  const std::size_t H = options_.num_heads, G = options_.num_kv_heads;
  if (weights == nullptr && !composed()) return multi_head_attention(q, k, v, H, options);
  const auto mapped = attention_with_weights(split_heads(q, H), repeat_heads(split_heads(k, G), H),
                                             repeat_heads(split_heads(v, G), H), options);
  if (weights != nullptr) *weights = mapped.weights;
  return merge_heads(mapped.y);
}

// Keys that are cacheable once placed are placed before they are cached, others whenever they are
// read.
Tensor AttentionHeads::operator()(const Tensor& q, Tensor k, Tensor v,
                                  const AttentionContext& context) const {
  const PositionContext* const positions = context.positions;
  const bool place_first =
      positions != nullptr && context.cache != nullptr && positions->scheme.keys_are_cacheable();
  const bool place_later = positions != nullptr && !place_first;
  AttentionMasks masks = context.masks;
  std::optional<std::size_t> num_keys;
  if (context.cache != nullptr) {
    KeyValueCache& cache = *context.cache;
    masks.causal_offset += static_cast<std::ptrdiff_t>(cache.length());
    if (k.defined() && place_first) k = positions->last_keys(k);
    if (k.defined() && place_first && options_.values_as_keys) v = positions->last_keys(v);
    if (k.defined()) cache.append(k, v, place_first ? &positions->scheme : nullptr);
    const bool with_room = context.weights == nullptr && !place_later && !composed();
    k = with_room ? cache.k_with_room() : cache.k();
    v = with_room ? cache.v_with_room() : cache.v();
    if (with_room) num_keys = cache.length();
  }
  Tensor placed_q = q;
  if (positions != nullptr) {
    auto placed = positions->layer(q, place_later ? k : Tensor(), std::move(masks));
    if (place_later && options_.values_as_keys) v = positions->scheme.key(v, positions->at);
    if (place_later) k = placed.k;
    placed_q = placed.q;
    masks = std::move(placed.masks);
  }
  AttentionOptions options = options_with(std::move(masks));
  options.num_keys = num_keys;
  return attend(placed_q, k, v, options, context.weights);
}

Tensor AttentionHeads::operator()(const Tensor& qkv, const AttentionMasks& masks) const {
  return multi_head_self_attention(qkv, options_.num_heads, options_with(masks));
}

}  // namespace horloge
