// Phi-3 (Abdin et al., "Phi-3 Technical Report", arXiv 2404.14219): LLaMA whose projections to
// queries, keys and values are one matrix in its files, and gate and up another.

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"

namespace horloge {

DecoderRecipe phi3_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  LlamaDetails details;
  details.rotary.part = "partial_rotary_factor";
  DecoderRecipe r = llama_like_recipe(checkpoint, "Phi3", details);
  r.info.architecture = "Phi-3";
  r.embeddings.dropout = c.number("embd_pdrop", 0);
  r.stack.block.dropout = c.number("resid_pdrop", 0);
  if (c.has("sliding_window")) {
    r.stack.sliding_window = c.size("sliding_window");
    r.info.positions += fmt::format("; a window of {} tokens", *r.stack.sliding_window);
  }
  r.table.rules.insert(
      r.table.rules.begin(),
      {{"layers.*.self_attn.qkv_proj", "stack.blocks.*.attention.{qkv}_proj", Stored::fused},
       {"layers.*.mlp.gate_up_proj", "stack.blocks.*.feed_forward.{gate,up}", Stored::fused}});
  // Of longrope; of no use without.
  c.ignore({"original_max_position_embeddings"});
  return r;
}

}  // namespace horloge
