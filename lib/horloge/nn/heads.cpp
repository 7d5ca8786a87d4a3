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

AttentionHeads::AttentionHeads(const HeadOptions& options, Dropout dropout)
    : options_(options), dropout_(std::move(dropout)) {
  if (options_.num_kv_heads == 0) options_.num_kv_heads = options_.num_heads;
}

AttentionOptions AttentionHeads::options_with(AttentionMasks masks) const {
  AttentionOptions options{std::move(masks), options_.scale, 0, {}};
  if (dropout_.active()) {
    options.dropout_p = dropout_.p();
    options.dropout_key = dropout_.next_key();
  }
  return options;
}

Tensor AttentionHeads::operator()(const Tensor& q, Tensor k, Tensor v,
                                  const AttentionPass& pass) const {
  AttentionMasks masks = pass.masks;
  if (pass.cache != nullptr) {
    masks.causal_offset += static_cast<std::ptrdiff_t>(pass.cache->length());
    if (k.defined()) pass.cache->append(k, v);
    k = pass.cache->k;
    v = pass.cache->v;
  }
  Tensor placed_q = q;
  if (pass.positions != nullptr) {
    const PositionPass& positions = *pass.positions;
    auto placed = positions.layer(q, k, std::move(masks));
    if (options_.values_as_keys) v = positions.scheme.key(v, positions.at);
    placed_q = placed.q;
    k = placed.k;
    masks = std::move(placed.masks);
  }
  const std::size_t H = options_.num_heads, G = options_.num_kv_heads;
  const AttentionOptions options = options_with(std::move(masks));
  if (pass.weights == nullptr) return multi_head_attention(placed_q, k, v, H, options);
  const auto mapped =
      attention_with_weights(split_heads(placed_q, H), repeat_heads(split_heads(k, G), H),
                             repeat_heads(split_heads(v, G), H), options);
  *pass.weights = mapped.weights;
  return merge_heads(mapped.y);
}

Tensor AttentionHeads::operator()(const Tensor& qkv, const AttentionMasks& masks) const {
  return multi_head_self_attention(qkv, options_.num_heads, options_with(masks));
}

}  // namespace horloge
