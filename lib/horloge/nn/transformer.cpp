#include "horloge/nn/transformer.h"

#include <string>
#include <utility>

#include "horloge/nn/activations.h"

namespace horloge {
namespace {

MultiHeadAttention attention(std::size_t d_model, std::size_t num_heads, Rng& rng,
                             const TransformerOptions& options) {
  const auto dropout = MultiHeadAttentionOptions().with_dropout(options.dropout);
  return {d_model, num_heads, rng, dropout};
}

// The third matrix of a gated net, drawn last, so that all others start as without it.
std::optional<Linear> gate_of(std::size_t d_model, Rng& rng, const TransformerOptions& options) {
  if (!options.gated) return {};
  return Linear(d_model, options.dim_feedforward, rng);
}

}  // namespace

TransformerEncoderLayer::TransformerEncoderLayer(std::size_t d_model, std::size_t num_heads,
                                                 Rng& rng, const TransformerOptions& options)
    : self_attn(child("self_attn", attention(d_model, num_heads, rng, options))),
      linear1(child("linear1", Linear(d_model, options.dim_feedforward, rng))),
      linear2(child("linear2", Linear(options.dim_feedforward, d_model, rng))),
      norm1(child("norm1", LayerNorm(d_model, options.layer_norm_eps))),
      norm2(child("norm2", LayerNorm(d_model, options.layer_norm_eps))),
      place_(options.norm),
      feed_forward_(linear1, linear2, options.activation,
                    child("dropout", Dropout(options.dropout, rng))),
      dropout1_(child("dropout1", Dropout(options.dropout, rng))),
      dropout2_(child("dropout2", Dropout(options.dropout, rng))) {
  if (const auto gate = gate_of(d_model, rng, options))
    linear_gate = feed_forward_.gate = child("linear_gate", *gate);
  setting("activation", name_of(options.activation));
  setting("norm_place", name_of(place_));
}

Tensor TransformerEncoderLayer::operator()(const Tensor& x, const AttentionContext& context) const {
  const Tensor h = with_residual(x, norm1, place_,
                                 [&](const Tensor& z) { return dropout1_(self_attn(z, context)); });
  return with_residual(h, norm2, place_,
                       [&](const Tensor& z) { return dropout2_(feed_forward_(z)); });
}

Tensor TransformerEncoderLayer::operator()(const Tensor& x, const AttentionMasks& masks) const {
  return (*this)(x, AttentionContext{nullptr, masks});
}

Tensor TransformerEncoderLayer::operator()(const Tensor& x, const PositionContext& positions,
                                           const AttentionMasks& masks) const {
  return (*this)(x, AttentionContext{&positions, masks});
}

TransformerDecoderLayer::TransformerDecoderLayer(std::size_t d_model, std::size_t num_heads,
                                                 Rng& rng, const TransformerOptions& options)
    : self_attn(child("self_attn", attention(d_model, num_heads, rng, options))),
      multihead_attn(child("multihead_attn", attention(d_model, num_heads, rng, options))),
      linear1(child("linear1", Linear(d_model, options.dim_feedforward, rng))),
      linear2(child("linear2", Linear(options.dim_feedforward, d_model, rng))),
      norm1(child("norm1", LayerNorm(d_model, options.layer_norm_eps))),
      norm2(child("norm2", LayerNorm(d_model, options.layer_norm_eps))),
      norm3(child("norm3", LayerNorm(d_model, options.layer_norm_eps))),
      place_(options.norm),
      feed_forward_(linear1, linear2, options.activation,
                    child("dropout", Dropout(options.dropout, rng))),
      dropout1_(child("dropout1", Dropout(options.dropout, rng))),
      dropout2_(child("dropout2", Dropout(options.dropout, rng))),
      dropout3_(child("dropout3", Dropout(options.dropout, rng))) {
  if (const auto gate = gate_of(d_model, rng, options))
    linear_gate = feed_forward_.gate = child("linear_gate", *gate);
  setting("activation", name_of(options.activation));
  setting("norm_place", name_of(place_));
}

Tensor TransformerDecoderLayer::operator()(const Tensor& x, const Tensor& memory,
                                           const AttentionMasks& self_masks,
                                           const AttentionMasks& memory_masks) const {
  const Tensor attended = with_residual(
      x, norm1, place_, [&](const Tensor& z) { return dropout1_(self_attn(z, self_masks)); });
  const Tensor informed = with_residual(attended, norm2, place_, [&](const Tensor& z) {
    return dropout2_(multihead_attn(z, memory, memory, memory_masks));
  });
  return with_residual(informed, norm3, place_,
                       [&](const Tensor& z) { return dropout3_(feed_forward_(z)); });
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

Tensor TransformerEncoder::run(Tensor x, const AttentionContext& context) const {
  for (const TransformerEncoderLayer& layer : layers) x = layer(x, context);
  return norm ? (*norm)(x) : x;
}

Tensor TransformerEncoder::operator()(Tensor x, const AttentionMasks& masks) const {
  return run(std::move(x), AttentionContext{nullptr, masks});
}

Tensor TransformerEncoder::operator()(const Tensor& x, const PositionScheme& positions,
                                      const AttentionMasks& masks) const {
  const auto [B, T, D] = dims<3>(x.shape(), "[TransformerEncoder] x (B, T, D)");
  const PositionContext context(positions, positions.positions(consecutive_positions(T, T), B));
  return run(positions.embed(x, context.at.queries), AttentionContext{&context, masks});
}

}  // namespace horloge
