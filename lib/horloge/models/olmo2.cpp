// OLMo 2 (Team OLMo, "2 OLMo 2 Furious", arXiv 2501.00656): LLaMA whose norms stand behind
// attention and feed-forward net, before the residual is added, and which normalises queries and
// keys, all heads at once.

#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"

namespace horloge {

DecoderRecipe olmo2_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  LlamaDetails details;
  details.usual_eps = 1e-5;
  DecoderRecipe r = llama_like_recipe(checkpoint, "Olmo2", details);
  r.info.architecture = "OLMo 2";
  r.stack.block.norm_place = NormPlace::output;
  normalise_queries_and_keys(r);
  r.stack.block.attention.qk_norm_by_head = false;
  redirect(r.table, "input_layernorm", "");
  redirect(r.table, "post_attention_layernorm", "attention_norm");
  r.table.rules.push_back(
      {"layers.*.post_feedforward_layernorm", "stack.blocks.*.feed_forward_norm"});
  c.require("clip_qkv", false);
  return r;
}

}  // namespace horloge
