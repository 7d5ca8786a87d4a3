// Gemma 2 (Gemma Team, arXiv 2408.00118): Gemma with a norm after each part as well as before it,
// scores and logits that are softly capped, and a sliding window in each other layer.

#include <cmath>

#include "horloge/models/architectures.h"
#include "horloge/models/gemma.h"
#include "horloge/models/layer_types.h"

namespace horloge {

void add_gemma2_parts(const Config& c, DecoderRecipe& r) {
  r.stack.block.output_norms = true;
  r.stack.block.attention.scale = 1 / std::sqrt(c.number("query_pre_attn_scalar", 256));
  r.logit_cap = cap_setting(c, "final_logit_softcapping");
  redirect(r.table, "post_attention_layernorm", "attention_output_norm");
  r.table.rules.push_back(
      {"layers.*.pre_feedforward_layernorm", "stack.blocks.*.feed_forward_norm"});
  r.table.rules.push_back(
      {"layers.*.post_feedforward_layernorm", "stack.blocks.*.feed_forward_output_norm"});
}

DecoderRecipe gemma2_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  DecoderRecipe r = gemma_like_recipe(checkpoint, "Gemma2");
  r.info.architecture = "Gemma 2";
  add_gemma2_parts(c, r);
  r.stack.block.attention.softcap = cap_setting(c, "attn_logit_softcapping");
  check_fits(checkpoint, r.stack);
  const std::size_t L = r.stack.num_layers;
  set_layers(r, layer_types(c, {{"full_attention"}, {"sliding_attention", true}},
                            each_nth(2, "full_attention", "sliding_attention", L)));
  set_window(r.stack, r.info, c.size("sliding_window", 4096), WindowKind::behind);
  store_norms_less_one(r.table);
  c.ignore({"cache_implementation"});
  return r;
}

}  // namespace horloge
