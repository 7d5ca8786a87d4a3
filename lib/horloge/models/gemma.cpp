// Gemma (Gemma Team, arXiv 2403.08295): LLaMA with a gated GELU, token embeddings that are scaled
// by sqrt(D), heads of a width of their own, and norms whose factors are stored less one.

#include "horloge/models/gemma.h"

#include <cmath>

#include "horloge/models/architectures.h"
#include "horloge/models/weight_names.h"

namespace horloge {

DecoderRecipe gemma_like_recipe(const Checkpoint& checkpoint, const std::string& name,
                                const RotaryKeys& rotary) {
  const Config& c = checkpoint.config;
  (void)c.size("head_dim");  // not D / H where nothing is said
  LlamaDetails details;
  details.usually_tied = true;
  details.rotary = rotary;
  DecoderRecipe r = llama_like_recipe(checkpoint, name, details);
  r.embeddings.scale = std::sqrt(static_cast<double>(r.embeddings.d_model));
  // The first configs say gelu in hidden_act, and mean this one.
  r.stack.block.feed_forward.activation =
      activation_setting(c, "hidden_activation", "gelu_pytorch_tanh");
  c.require("use_bidirectional_attention", false);
  return r;
}

void store_norms_less_one(WeightTable& table) {
  for (WeightRule& rule : table.rules)
    if (ends_with(rule.ours, "norm")) rule.how = Stored::less_one;
}

DecoderRecipe gemma_recipe(const Checkpoint& checkpoint, Rng&) {
  DecoderRecipe r = gemma_like_recipe(checkpoint, "Gemma");
  store_norms_less_one(r.table);
  return r;
}

}  // namespace horloge
