#include "horloge/nn/transformer.h"

#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"

namespace horloge {
namespace {

MultiHeadAttentionOptions attention_options(const TransformerOptions& options) {
  MultiHeadAttentionOptions attention;
  attention.dropout = options.dropout;
  return attention;
}

Tensor activate(const Tensor& x, Activation activation) {
  return activation == Activation::relu ? relu(x) : gelu_erf(x);
}

// One part of a block with its residual: x + part(x), normalised before or after.
template <class Part>
Tensor residual(const Tensor& x, const LayerNorm& norm, NormPlace place, const Part& part) {
  return place == NormPlace::before ? x + part(norm(x)) : norm(x + part(x));
}

}  // namespace

TransformerEncoderLayer::TransformerEncoderLayer(std::size_t d_model, std::size_t num_heads,
                                                 Rng& rng, const TransformerOptions& options)
    : self_attn(child("self_attn",
                      MultiHeadAttention(d_model, num_heads, rng, attention_options(options)))),
      linear1(child("linear1", Linear(d_model, options.dim_feedforward, rng))),
      linear2(child("linear2", Linear(options.dim_feedforward, d_model, rng))),
      norm1(child("norm1", LayerNorm(d_model, options.layer_norm_eps))),
      norm2(child("norm2", LayerNorm(d_model, options.layer_norm_eps))),
      options_(options),
      dropout_(child("dropout", Dropout(options.dropout, rng))),
      dropout1_(child("dropout1", Dropout(options.dropout, rng))),
      dropout2_(child("dropout2", Dropout(options.dropout, rng))) {}

Tensor TransformerEncoderLayer::feed_forward(const Tensor& x) const {
  return linear2(dropout_(activate(linear1(x), options_.activation)));
}

template <class Attend>
Tensor TransformerEncoderLayer::block(const Tensor& x, const Attend& attend) const {
  const Tensor attended =
      residual(x, norm1, options_.norm, [&](const Tensor& z) { return dropout1_(attend(z)); });
  return residual(attended, norm2, options_.norm,
                  [&](const Tensor& z) { return dropout2_(feed_forward(z)); });
}

Tensor TransformerEncoderLayer::operator()(const Tensor& x, const AttentionMasks& masks) const {
  return block(x, [&](const Tensor& z) { return self_attn(z, masks); });
}

Tensor TransformerEncoderLayer::operator()(const Tensor& x, const PositionPass& positions,
                                           const AttentionMasks& masks) const {
  return block(x, [&](const Tensor& z) { return self_attn(z, positions, masks); });
}

TransformerDecoderLayer::TransformerDecoderLayer(std::size_t d_model, std::size_t num_heads,
                                                 Rng& rng, const TransformerOptions& options)
    : self_attn(child("self_attn",
                      MultiHeadAttention(d_model, num_heads, rng, attention_options(options)))),
      multihead_attn(child("multihead_attn", MultiHeadAttention(d_model, num_heads, rng,
                                                                attention_options(options)))),
      linear1(child("linear1", Linear(d_model, options.dim_feedforward, rng))),
      linear2(child("linear2", Linear(options.dim_feedforward, d_model, rng))),
      norm1(child("norm1", LayerNorm(d_model, options.layer_norm_eps))),
      norm2(child("norm2", LayerNorm(d_model, options.layer_norm_eps))),
      norm3(child("norm3", LayerNorm(d_model, options.layer_norm_eps))),
      options_(options),
      dropout_(child("dropout", Dropout(options.dropout, rng))),
      dropout1_(child("dropout1", Dropout(options.dropout, rng))),
      dropout2_(child("dropout2", Dropout(options.dropout, rng))),
      dropout3_(child("dropout3", Dropout(options.dropout, rng))) {}

Tensor TransformerDecoderLayer::feed_forward(const Tensor& x) const {
  return linear2(dropout_(activate(linear1(x), options_.activation)));
}

Tensor TransformerDecoderLayer::operator()(const Tensor& x, const Tensor& memory,
                                           const AttentionMasks& self_masks,
                                           const AttentionMasks& memory_masks) const {
  const Tensor attended = residual(x, norm1, options_.norm, [&](const Tensor& z) {
    return dropout1_(self_attn(z, self_masks));
  });
  const Tensor informed = residual(attended, norm2, options_.norm, [&](const Tensor& z) {
    return dropout2_(multihead_attn(z, memory, memory, memory_masks));
  });
  return residual(informed, norm3, options_.norm,
                  [&](const Tensor& z) { return dropout3_(feed_forward(z)); });
}

TransformerEncoder::TransformerEncoder(std::size_t num_layers, std::size_t d_model,
                                       std::size_t num_heads, Rng& rng,
                                       const TransformerOptions& options, FinalNorm final_norm) {
  for (std::size_t i = 0; i < num_layers; ++i)
    layers.push_back(child("layers." + std::to_string(i),
                           TransformerEncoderLayer(d_model, num_heads, rng, options)));
  if (final_norm == FinalNorm::yes)
    norm = child("norm", LayerNorm(d_model, options.layer_norm_eps));
}

Tensor TransformerEncoder::operator()(Tensor x, const AttentionMasks& masks) const {
  for (const TransformerEncoderLayer& layer : layers) x = layer(x, masks);
  return norm ? (*norm)(x) : x;
}

Tensor TransformerEncoder::operator()(Tensor x, const PositionScheme& positions,
                                      const AttentionMasks& masks) const {
  const auto [B, T, D] = dims<3>(x.shape(), "[TransformerEncoder] x (B, T, D)");
  const PositionPass pass(positions, consecutive_places(T, T));
  x = positions.embed(x, pass.at.queries);
  for (const TransformerEncoderLayer& layer : layers) x = layer(x, pass, masks);
  return norm ? (*norm)(x) : x;
}

}  // namespace horloge
