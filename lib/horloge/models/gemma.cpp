// Gemma (Gemma Team, arXiv 2403.08295): LLaMA with a gated GELU, token embeddings that are scaled
// by sqrt(D), heads of a width of their own, and norms whose factors are stored less one.

#include <cmath>

#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"

namespace horloge {
namespace {

bool is_norm(const WeightRule& rule) {
  const std::string& name = rule.ours;
  return name.size() >= 4 && name.compare(name.size() - 4, 4, "norm") == 0;
}

}  // namespace

DecoderRecipe gemma_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  (void)c.size("head_dim");  // not D / H where nothing is said
  DecoderRecipe r = llama_like_recipe(checkpoint, "Gemma", true);
  r.embeddings.scale = std::sqrt(static_cast<double>(r.embeddings.d_model));
  // The first configs say gelu in hidden_act, and mean this one.
  r.stack.block.feed_forward.activation =
      activation_setting(c, "hidden_activation", "gelu_pytorch_tanh");
  for (WeightRule& rule : r.table.rules)
    if (is_norm(rule)) rule.how = Stored::less_one;
  return r;
}

}  // namespace horloge
