#include "horloge/nn/attention.h"

#include <fmt/format.h>

#include <string>

#include "horloge/core/error.h"
#include "horloge/nn/init.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/matmul.h"

namespace horloge {
namespace {

Array xavier(std::size_t out_features, std::size_t in_features, Rng& rng) {
  const Tensor weight(empty({out_features, in_features}));
  init::xavier_uniform(weight, rng);
  return weight.array();
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
                    "all heads are equally wide",
                    d_model, num_heads));
  return d_model;
}

}  // namespace

MultiHeadAttention::MultiHeadAttention(std::size_t d_model, std::size_t num_heads, Rng& rng,
                                       const MultiHeadAttentionOptions& options)
    : out_proj(
          child("out_proj", output_projection(checked(d_model, num_heads), rng, options.bias))),
      heads_({num_heads, num_heads, {}, false}, child("dropout", Dropout(options.dropout, rng))) {
  const std::size_t D = d_model;
  const std::size_t Dk = options.k_dim.value_or(D);
  const std::size_t Dv = options.v_dim.value_or(D);
  if (Dk == D && Dv == D) {
    in_proj_weight = parameter("in_proj_weight", xavier(3 * D, D, rng));
  } else {
    q_proj_weight = parameter("q_proj_weight", xavier(D, D, rng));
    k_proj_weight = parameter("k_proj_weight", xavier(D, Dk, rng));
    v_proj_weight = parameter("v_proj_weight", xavier(D, Dv, rng));
  }
  if (options.bias == Bias::yes) in_proj_bias = parameter("in_proj_bias", zeros({3 * D}));
  setting("num_heads", std::to_string(num_heads));
}

MultiHeadAttention::Projected MultiHeadAttention::project(const Tensor& query, const Tensor& key,
                                                          const Tensor& value) const {
  if (in_proj_weight.defined()) {
    const std::size_t D = in_proj_weight.shape()[1];
    return {linear(query, in_proj_weight, in_proj_bias, {0, D}),
            linear(key, in_proj_weight, in_proj_bias, {D, D}),
            linear(value, in_proj_weight, in_proj_bias, {2 * D, D})};
  }
  std::vector<Tensor> bias(3);
  if (in_proj_bias.defined()) bias = chunk(in_proj_bias, 3, 0);
  return {linear(query, q_proj_weight, bias[0]), linear(key, k_proj_weight, bias[1]),
          linear(value, v_proj_weight, bias[2])};
}

Tensor MultiHeadAttention::operator()(const Tensor& query, const Tensor& key, const Tensor& value,
                                      const AttentionContext& context) const {
  const auto [q, k, v] = project(query, key, value);
  return out_proj(heads_(q, k, v, context));
}

// Where nothing happens to q, k and v on their way, they stay in the one matrix that they come in.
Tensor MultiHeadAttention::operator()(const Tensor& x, const AttentionContext& context) const {
  const bool placed = context.positions != nullptr && context.positions->scheme.affects_attention();
  const bool plain = !placed && context.cache == nullptr && context.weights == nullptr;
  if (!plain || !in_proj_weight.defined()) return (*this)(x, x, x, context);
  return out_proj(heads_(linear(x, in_proj_weight, in_proj_bias), context.masks));
}

Tensor MultiHeadAttention::operator()(const Tensor& x, const AttentionMasks& masks) const {
  return (*this)(x, AttentionContext{nullptr, masks});
}

Tensor MultiHeadAttention::operator()(const Tensor& query, const Tensor& key, const Tensor& value,
                                      const AttentionMasks& masks) const {
  return (*this)(query, key, value, AttentionContext{nullptr, masks});
}

Tensor MultiHeadAttention::operator()(const Tensor& x, const PositionContext& positions,
                                      const AttentionMasks& masks) const {
  return (*this)(x, AttentionContext{&positions, masks});
}

Tensor MultiHeadAttention::operator()(const Tensor& x, const PositionContext& positions,
                                      KeyValueCache& cache, const AttentionMasks& masks) const {
  return (*this)(x, AttentionContext{&positions, masks, &cache});
}

AttentionWithWeights MultiHeadAttention::with_weights(const Tensor& query, const Tensor& key,
                                                      const Tensor& value,
                                                      const AttentionMasks& masks) const {
  Tensor weights;
  const Tensor y = (*this)(query, key, value, AttentionContext{nullptr, masks, nullptr, &weights});
  return {y, weights};
}

AttentionWithWeights MultiHeadAttention::with_weights(const Tensor& x,
                                                      const PositionContext& positions,
                                                      const AttentionMasks& masks) const {
  Tensor weights;
  const Tensor y = (*this)(x, AttentionContext{&positions, masks, nullptr, &weights});
  return {y, weights};
}

}  // namespace horloge
