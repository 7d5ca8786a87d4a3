#include "horloge/nn/attention.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/nn/heads.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"

namespace horloge {
namespace {

// Glorot and Bengio 2010: keeps the variance of activations and of gradients alike.
Array xavier_uniform(std::size_t out_features, std::size_t in_features, Rng& rng) {
  const double bound = std::sqrt(6.0 / static_cast<double>(in_features + out_features));
  return rng.uniform({out_features, in_features}, -bound, bound);
}

Linear output_projection(std::size_t d_model, Rng& rng, Bias bias) {
  Linear linear(d_model, d_model, rng, bias);
  if (bias == Bias::yes) linear.bias.mutable_array().fill(0);
  return linear;
}

std::size_t checked(std::size_t d_model, std::size_t num_heads) {
  if (num_heads == 0 || d_model == 0 || d_model % num_heads != 0)
    throw ValueError(
        fmt::format("[MultiHeadAttention] d_model {} must be a multiple of num_heads {}, so that "
                    "every head gets as many columns",
                    d_model, num_heads));
  return d_model;
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(std::size_t d_model, std::size_t num_heads, Rng& rng,
                                       const MultiHeadAttentionOptions& options)
    : out_proj(
          child("out_proj", output_projection(checked(d_model, num_heads), rng, options.bias))),
      d_model_(d_model),
      num_heads_(num_heads),
      dropout_(child("dropout", Dropout(options.dropout, rng))) {
  const std::size_t D = d_model;
  const std::size_t Dk = options.k_dim.value_or(D);
  const std::size_t Dv = options.v_dim.value_or(D);
  if (Dk == D && Dv == D) {
    in_proj_weight = parameter("in_proj_weight", xavier_uniform(3 * D, D, rng));
  } else {
    q_proj_weight = parameter("q_proj_weight", xavier_uniform(D, D, rng));
    k_proj_weight = parameter("k_proj_weight", xavier_uniform(D, Dk, rng));
    v_proj_weight = parameter("v_proj_weight", xavier_uniform(D, Dv, rng));
  }
  if (options.bias == Bias::yes) in_proj_bias = parameter("in_proj_bias", zeros({3 * D}));
}

AttentionOptions MultiHeadAttention::options_for(const AttentionMasks& masks) const {
  AttentionOptions options{masks, {}, 0, {}};
  if (dropout_.active()) {
    options.dropout_p = dropout_.p();
    options.dropout_key = dropout_.next_key();
  }
  return options;
}

MultiHeadAttention::Projected MultiHeadAttention::project(const Tensor& query, const Tensor& key,
                                                          const Tensor& value) const {
  const std::size_t D = d_model_;
  if (in_proj_weight.defined())
    return {linear(query, in_proj_weight, in_proj_bias, {0, D}),
            linear(key, in_proj_weight, in_proj_bias, {D, D}),
            linear(value, in_proj_weight, in_proj_bias, {2 * D, D})};
  std::vector<Tensor> bias(3);
  if (in_proj_bias.defined()) bias = chunk(in_proj_bias, 3, 0);
  return {linear(query, q_proj_weight, bias[0]), linear(key, k_proj_weight, bias[1]),
          linear(value, v_proj_weight, bias[2])};
}

Tensor MultiHeadAttention::operator()(const Tensor& x, const AttentionMasks& masks) const {
  if (!in_proj_weight.defined()) return (*this)(x, x, x, masks);
  const Tensor qkv = linear(x, in_proj_weight, in_proj_bias);
  return out_proj(multi_head_self_attention(qkv, num_heads_, options_for(masks)));
}

Tensor MultiHeadAttention::operator()(const Tensor& query, const Tensor& key, const Tensor& value,
                                      const AttentionMasks& masks) const {
  const auto [q, k, v] = project(query, key, value);
  return out_proj(multi_head_attention(q, k, v, num_heads_, options_for(masks)));
}

void KeyValueCache::append(const Tensor& next_k, const Tensor& next_v) {
  k = k.defined() ? concat({k, next_k}, 1) : next_k;
  v = v.defined() ? concat({v, next_v}, 1) : next_v;
}

Tensor MultiHeadAttention::operator()(const Tensor& x, const PositionPass& positions,
                                      const AttentionMasks& masks) const {
  if (!positions.scheme.enters_attention()) return (*this)(x, masks);
  const auto [q, k, v] = project(x, x, x);
  const auto placed = positions.layer(q, k, masks);
  return out_proj(
      multi_head_attention(placed.q, placed.k, v, num_heads_, options_for(placed.masks)));
}

Tensor MultiHeadAttention::operator()(const Tensor& x, const PositionPass& positions,
                                      KeyValueCache& cache, AttentionMasks masks) const {
  const auto [q, k, v] = project(x, x, x);
  masks.causal_offset += static_cast<std::ptrdiff_t>(cache.length());
  cache.append(k, v);
  const auto placed = positions.layer(q, cache.k, std::move(masks));
  return out_proj(
      multi_head_attention(placed.q, placed.k, cache.v, num_heads_, options_for(placed.masks)));
}

AttentionWithWeights MultiHeadAttention::weighted(const Tensor& q, const Tensor& k, const Tensor& v,
                                                  const AttentionMasks& masks) const {
  const auto [y, weights] =
      attention_with_weights(split_heads(q, num_heads_), split_heads(k, num_heads_),
                             split_heads(v, num_heads_), options_for(masks));
  return {out_proj(merge_heads(y)), weights};
}

AttentionWithWeights MultiHeadAttention::with_weights(const Tensor& query, const Tensor& key,
                                                      const Tensor& value,
                                                      const AttentionMasks& masks) const {
  const auto [q, k, v] = project(query, key, value);
  return weighted(q, k, v, masks);
}

AttentionWithWeights MultiHeadAttention::with_weights(const Tensor& x,
                                                      const PositionPass& positions,
                                                      const AttentionMasks& masks) const {
  const auto [q, k, v] = project(x, x, x);
  const auto placed = positions.layer(q, k, masks);
  return weighted(placed.q, placed.k, v, placed.masks);
}

}  // namespace horloge
