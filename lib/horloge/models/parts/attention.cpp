#include "horloge/models/parts/attention.h"

#include <fmt/format.h>

#include "horloge/core/error.h"
#include "horloge/nn/heads.h"
#include "horloge/ops/layout.h"

namespace horloge {
namespace {

// Each key head as often as there are query heads that it serves.   (B, G, S, K) -> (B, H, S, K)
Tensor repeat_heads(const Tensor& x, std::size_t H) {
  const auto [B, G, S, K] = dims<4>(x.shape(), "[GroupedQueryAttention] x (B, G, S, K)");
  if (G == H) return x;
  return reshape(expand(unsqueeze(x, 2), {B, G, H / G, S, K}), {B, H, S, K});
}

GroupedQueryAttentionOptions complete(std::size_t d_model, GroupedQueryAttentionOptions o) {
  if (o.num_kv_heads == 0) o.num_kv_heads = o.num_heads;
  if (o.num_heads == 0 || o.num_heads % o.num_kv_heads != 0)
    throw ValueError(
        fmt::format("[GroupedQueryAttention] the {} query heads must be a multiple of the {} key "
                    "heads that serve them",
                    o.num_heads, o.num_kv_heads));
  if (o.head_dim == 0 && d_model % o.num_heads != 0)
    throw ValueError(
        fmt::format("[GroupedQueryAttention] d_model {} must be a multiple of num_heads {} unless "
                    "head_dim is given",
                    d_model, o.num_heads));
  if (o.head_dim == 0) o.head_dim = d_model / o.num_heads;
  if (o.d_out == 0) o.d_out = d_model;
  return o;
}

}  // namespace

GroupedQueryAttention::GroupedQueryAttention(std::size_t d_model,
                                             const GroupedQueryAttentionOptions& options, Rng& rng)
    : options_(complete(d_model, options)),
      q_proj(child("q_proj",
                   Linear(d_model, options_.num_heads * options_.head_dim, rng, options_.bias))),
      k_proj(child("k_proj",
                   Linear(d_model, options_.num_kv_heads * options_.head_dim, rng, options_.bias))),
      v_proj(child("v_proj",
                   Linear(d_model, options_.num_kv_heads * options_.head_dim, rng, options_.bias))),
      out_proj(child("out_proj", Linear(options_.num_heads * options_.head_dim, options_.d_out, rng,
                                        options_.out_bias))),
      dropout_(child("dropout", Dropout(options_.dropout, rng))) {}

Tensor GroupedQueryAttention::operator()(const Tensor& x, const AttentionPass& pass) const {
  return (*this)(x, x, pass);
}

Tensor GroupedQueryAttention::operator()(const Tensor& x, const Tensor& source,
                                         const AttentionPass& pass) const {
  const Tensor q = q_proj(x);
  KeyValueCache none;
  KeyValueCache& seen = pass.cache == nullptr ? none : *pass.cache;
  if (source.defined()) seen.append(k_proj(source), v_proj(source));
  if (pass.positions == nullptr) return attend(q, seen.k, seen.v, pass.masks, pass.weights);
  const auto placed = pass.positions->layer(q, seen.k, pass.masks);
  const Tensor v =
      options_.values_as_keys ? pass.positions->scheme.key(seen.v, pass.positions->at) : seen.v;
  return attend(placed.q, placed.k, v, placed.masks, pass.weights);
}

Tensor GroupedQueryAttention::attend(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const AttentionMasks& masks, Tensor* weights) const {
  const std::size_t H = options_.num_heads, G = options_.num_kv_heads;
  AttentionOptions options{masks, options_.scale, 0, {}};
  if (dropout_.active()) {
    options.dropout_p = dropout_.p();
    options.dropout_key = dropout_.next_key();
  }
  if (weights == nullptr) return out_proj(multi_head_attention(q, k, v, H, options));
  const auto mapped = attention_with_weights(split_heads(q, H), repeat_heads(split_heads(k, G), H),
                                             repeat_heads(split_heads(v, G), H), options);
  *weights = mapped.weights;
  return out_proj(merge_heads(mapped.y));
}

}  // namespace horloge
