#include <fmt/format.h>

#include "golden/kinds.h"
#include "horloge/core/error.h"
#include "horloge/nn/attention.h"
#include "horloge/nn/transformer.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/attention.h"
#include "horloge/ops/layout.h"
#include "horloge/ops/reduce.h"

namespace horloge::golden {
namespace {

// PyTorch's masks come in two sorts: integers say who is masked out, floats are added to the
// scores.

void add_bias(AttentionMasks& masks, const Tensor& bias) {
  masks.bias = masks.bias.defined() ? masks.bias + bias : bias;
}

/// Adds the mask of this name, (L, S) or, one a head, (B H, L, S), if the case has one.
void add_torch_mask(AttentionMasks& masks, const Case& c, const std::string& name,
                    std::size_t num_heads) {
  if (!c.has(name)) return;
  Shape shape = c.shape(name);
  if (shape.size() == 3) shape = {shape[0] / num_heads, num_heads, shape[1], shape[2]};
  if (c.is_float(name)) return add_bias(masks, reshape(Tensor(c.array(name)), shape));
  Mask masked_out = c.mask(name);
  masked_out.reshape(shape);
  masks.mask = from_torch_mask(masked_out);
}

/// Adds the mask of keys of this name, (B, S), if the case has one.
void add_torch_key_mask(AttentionMasks& masks, const Case& c, const std::string& name) {
  if (!c.has(name)) return;
  if (!c.is_float(name)) {
    masks.key_mask = from_torch_mask(c.mask(name));
    return;
  }
  const auto [B, S] = dims<2>(c.shape(name), "[golden] mask of keys (B, S)");
  add_bias(masks, reshape(Tensor(c.array(name)), {B, 1, 1, S}));
}

/// Where a query sees no key at all this library gives zeros and PyTorch NaN.
void accept_nan_of_blind_queries(Case& c, const AttentionMasks& masks, std::size_t B, std::size_t H,
                                 std::size_t T, std::size_t S) {
  const Tensor q(zeros({B, H, T, 1}));
  const Tensor k(zeros({B, H, S, 1}));
  const AttentionOptions options{masks, {}, 0, {}};
  const Array seen = sum(attention_with_weights(q, k, k, options).weights, -1).array();
  for (const real weight : seen)
    if (weight == 0) c.accept_reference_nan();
}

TransformerOptions layer_options(const Settings& settings) {
  settings.describes({"B", "L", "S", "T", "causal", "key_padding_mask"});
  TransformerOptions options;
  options.dim_feedforward = settings.integer("dim_feedforward");
  options.dropout = settings.number("dropout", 0);
  options.layer_norm_eps = settings.number("layer_norm_eps", 1e-5);
  options.norm = settings.flag("norm_first", false) ? NormPlace::before : NormPlace::after;
  const std::string activation = settings.text("activation", "relu");
  if (activation != "relu" && activation != "gelu")
    throw ValueError(fmt::format("[golden] nobody here knows the activation \"{}\"", activation));
  options.activation = activation == "gelu" ? gelu_erf : relu;
  return options;
}

/// Masks of a layer's self-attention, under the names that PyTorch has for them.
AttentionMasks self_masks(Case& c, std::size_t num_heads) {
  AttentionMasks masks;
  for (const char* name : {"in.mask", "in.attn_mask", "in.src_mask", "in.tgt_mask"})
    add_torch_mask(masks, c, name, num_heads);
  const auto [B, T, D] = dims<3>(c.shape("in.x"), "[golden] in.x (B, T, D)");
  (void)D;
  for (const char* name :
       {"in.key_padding_mask", "in.src_key_padding_mask", "in.tgt_key_padding_mask"})
    if (c.has(name) && c.shape(name) == Shape{B, T}) add_torch_key_mask(masks, c, name);
  masks.is_causal = c.settings.flag("causal", false) && !masks.mask && !masks.bias.defined();
  accept_nan_of_blind_queries(c, masks, B, num_heads, T, T);
  return masks;
}

AttentionMasks memory_masks(Case& c, std::size_t num_heads) {
  AttentionMasks masks;
  add_torch_mask(masks, c, "in.memory_mask", num_heads);
  add_torch_key_mask(masks, c, "in.memory_key_padding_mask");
  const auto [B, S, D] = dims<3>(c.shape("in.memory"), "[golden] in.memory (B, S, D)");
  (void)D;
  const std::size_t T = c.shape("in.x")[1];
  // A mask of keys that does not fit the layer's own input is one of the memory.
  if (S != T && c.has("in.key_padding_mask") && c.shape("in.key_padding_mask") == Shape{B, S})
    add_torch_key_mask(masks, c, "in.key_padding_mask");
  accept_nan_of_blind_queries(c, masks, B, num_heads, T, S);
  return masks;
}

}  // namespace

void run_sdpa(Case& c) {
  c.settings.describes({"function"});
  AttentionOptions options;
  const std::string mask = c.settings.text("mask", "");
  options.is_causal = mask == "causal" || c.settings.flag("causal", false);
  if (c.has("in.mask_keep")) options.mask = c.mask("in.mask_keep");
  if (c.has("in.additive_mask")) options.bias = Tensor(c.array("in.additive_mask"));
  if (!mask.empty() && !options.is_causal && !options.mask && !options.bias.defined())
    throw ValueError(fmt::format("[golden] the case has no array for its mask \"{}\"", mask));

  const Tensor q = c.leaf("in.q");
  const Tensor k = c.leaf("in.k");
  const Tensor v = c.leaf("in.v");
  const auto [y, weights] = attention_with_weights(q.detach(), k.detach(), v.detach(), options);
  const Array seen = sum(weights, -1).array();
  for (const real weight : seen)
    if (weight == 0) c.accept_reference_nan();
  c.check("out.y", y);
  if (c.has("out.weights")) c.check("out.weights", weights);

  const Tensor fused = scaled_dot_product_attention(q, k, v, options);
  c.check("out.y", fused);
  fused.backward(c.array("in.grad_y"));
  c.check_grad("grad.q", q);
  c.check_grad("grad.k", k);
  c.check_grad("grad.v", v);
}

void run_mha(Case& c) {
  c.settings.describes(
      {"batch", "L", "S", "key_padding_mask", "float_mask", "mask_per_head", "cross"});
  const std::size_t num_heads = c.settings.integer("num_heads");
  MultiHeadAttentionOptions options;
  options.bias = c.settings.flag("bias", true) ? Bias::yes : Bias::no;
  if (c.settings.has("kdim")) options.k_dim = c.settings.integer("kdim");
  if (c.settings.has("vdim")) options.v_dim = c.settings.integer("vdim");
  Rng rng;
  MultiHeadAttention attention(c.settings.integer("embed_dim"), num_heads, rng, options);
  c.load(attention);

  const bool batch_first = c.settings.flag("batch_first", false);
  const auto swapped = [&](const Tensor& x) { return batch_first ? x : transpose(x, 0, 1); };
  const Tensor query = c.leaf("in.query");
  const Tensor key = c.has("in.key") ? c.leaf("in.key") : query;
  const Tensor value = c.has("in.value") ? c.leaf("in.value") : key;
  const Tensor q = swapped(query);
  const Tensor k = swapped(key);
  const Tensor v = swapped(value);

  AttentionMasks masks;
  add_torch_mask(masks, c, "in.attn_mask", num_heads);
  add_torch_key_mask(masks, c, "in.key_padding_mask");
  masks.is_causal = c.settings.flag("causal", false) && !c.has("in.attn_mask");
  accept_nan_of_blind_queries(c, masks, q.shape()[0], num_heads, q.shape()[1], k.shape()[1]);

  {
    const NoGrad no_grad;
    const auto [y, weights] = attention.with_weights(q, k, v, masks);
    c.check("out.y", swapped(y));
    if (c.has("out.weights_per_head")) c.check("out.weights_per_head", weights);
    if (c.has("out.weights_mean")) c.check("out.weights_mean", mean(weights, 1));
  }
  const bool self_attention = !c.has("in.key") && !c.has("in.value");
  const Tensor y = swapped(self_attention ? attention(q, masks) : attention(q, k, v, masks));
  c.check_y(y);
  c.check_grad("grad.query", query);
  c.check_grad("grad.key", key);
  c.check_grad("grad.value", value);
  c.check_grads(attention);
}

void run_encoder_layer(Case& c) {
  const std::size_t num_heads = c.settings.integer("nhead");
  Rng rng;
  TransformerEncoderLayer layer(c.settings.integer("d_model"), num_heads, rng,
                                layer_options(c.settings));
  c.load(layer);
  const Tensor x = c.leaf("in.x");
  const Tensor y = layer(x, self_masks(c, num_heads));
  c.check_y(y);
  c.check_grad("grad.x", x);
  c.check_grads(layer);
}

void run_decoder_layer(Case& c) {
  const std::size_t num_heads = c.settings.integer("nhead");
  Rng rng;
  TransformerDecoderLayer layer(c.settings.integer("d_model"), num_heads, rng,
                                layer_options(c.settings));
  c.load(layer);
  const Tensor x = c.leaf("in.x");
  const Tensor memory = c.leaf("in.memory");
  const Tensor y = layer(x, memory, self_masks(c, num_heads), memory_masks(c, num_heads));
  c.check_y(y);
  c.check_grad("grad.x", x);
  c.check_grad("grad.memory", memory);
  c.check_grads(layer);
}

}  // namespace horloge::golden
