#include "golden/kinds.h"
#include "horloge/nn/norm.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/norm.h"

namespace horloge::golden {

void run_embedding(Case& c) {
  c.settings.describes({"num_embeddings", "embedding_dim"});
  EmbeddingOptions options;
  if (c.settings.has("padding_idx")) options.padding_idx = c.settings.integer("padding_idx");
  options.scale_grad_by_freq = c.settings.flag("scale_grad_by_freq", false);

  const Tensor weight = c.leaf("param.weight");
  const Tensor y = embedding(c.ids("in.ids"), weight, options);
  c.check_y(y);
  c.check_grad("grad.weight", weight);
}

void run_layernorm(Case& c) {
  c.settings.describes({"mode", "affine"});
  Shape normalized_shape;
  for (const std::ptrdiff_t size : c.settings.integers("normalized_shape"))
    normalized_shape.push_back(static_cast<std::size_t>(size));

  const Tensor x = c.leaf("in.x");
  const Tensor weight = c.has("param.weight") ? c.leaf("param.weight") : Tensor();
  const Tensor bias = c.has("param.bias") ? c.leaf("param.bias") : Tensor();
  const Tensor y = layer_norm(x, normalized_shape, weight, bias, c.settings.number("eps", 1e-5));
  c.check_y(y);
  c.check_grad("grad.x", x);
  if (weight.defined()) c.check_grad("grad.weight", weight);
  if (bias.defined()) c.check_grad("grad.bias", bias);
}

void run_rmsnorm(Case& c) {
  RMSNorm norm(c.settings.integer("d"), c.settings.number("eps", 1e-6));
  c.load(norm);
  const Tensor x = c.leaf("in.x");
  const Tensor y = norm(x);
  c.check_y(y);
  c.check_grad("grad.x", x);
  c.check_grads(norm);
}

// T5's gated feed-forward net with its norm and residual.
void run_t5_ff_gated(Case& c) {
  c.settings.describes({"d", "inner"});
  const Tensor x = c.leaf("in.x");
  const Tensor norm = c.leaf("param.layer_norm.weight");
  const Tensor gate = c.leaf("param.DenseReluDense.wi_0.weight");
  const Tensor value = c.leaf("param.DenseReluDense.wi_1.weight");
  const Tensor out = c.leaf("param.DenseReluDense.wo.weight");

  const Tensor n = rms_norm(x, norm, c.settings.number("layer_norm_epsilon", 1e-6));
  const Tensor y = x + linear(gelu_tanh(linear(n, gate)) * linear(n, value), out);
  c.check_y(y);
  c.check_grad("grad.x", x);
  c.check_grad("grad.layer_norm.weight", norm);
  c.check_grad("grad.DenseReluDense.wi_0.weight", gate);
  c.check_grad("grad.DenseReluDense.wi_1.weight", value);
  c.check_grad("grad.DenseReluDense.wo.weight", out);
}

}  // namespace horloge::golden
