#include "golden/kinds.h"
#include "horloge/nn/norm.h"
#include "horloge/ops/lookup.h"
#include "horloge/ops/norm.h"

namespace horloge::golden {

void run_embedding(Case& c) {
  c.settings.describes({"num_embeddings", "embedding_dim"});
  EmbeddingOptions options;
  if (c.settings.has("padding_idx")) options.padding_idx = c.settings.integer("padding_idx");
  options.scale_grad_by_freq = c.settings.flag("scale_grad_by_freq", false);

  const Tensor weight = c.leaf("param.weight");
  const Tensor y = embedding(c.ids("in.ids"), weight, options);
  c.check("out.y", y);
  y.backward(c.array("in.grad_y"));
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
  c.check("out.y", y);
  y.backward(c.array("in.grad_y"));
  c.check_grad("grad.x", x);
  if (weight.defined()) c.check_grad("grad.weight", weight);
  if (bias.defined()) c.check_grad("grad.bias", bias);
}

void run_rmsnorm(Case& c) {
  RMSNorm norm(c.settings.integer("d"), c.settings.number("eps", 1e-6));
  c.load(norm);
  const Tensor x = c.leaf("in.x");
  const Tensor y = norm(x);
  c.check("out.y", y);
  y.backward(c.array("in.grad_y"));
  c.check_grad("grad.x", x);
  c.check_grads(norm);
}

}  // namespace horloge::golden
