// Gemma 3 (Gemma Team, arXiv 2503.19786), its text: Gemma 2 that normalises queries and keys
// instead of capping scores, with five layers under a sliding window for each that sees all, and a
// smaller rotary base in those five. Images are left out.

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/models/gemma.h"
#include "horloge/models/layer_types.h"

namespace horloge {

DecoderRecipe gemma3_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  RotaryKeys global;
  global.usual_base = 1e6;
  global.layer_type = "full_attention";
  DecoderRecipe r = gemma_like_recipe(checkpoint, "Gemma3", global);
  r.info.architecture = "Gemma 3";
  add_gemma2_parts(c, r);
  normalise_queries_and_keys(r);
  store_norms_less_one(r.table);
  check_fits(checkpoint, r.stack);

  RotaryKeys local;
  local.base = "rope_local_base_freq";
  local.layer_type = "sliding_attention";
  local.shares_scaling = false;
  const std::size_t K = r.stack.block.attention.head_dim, L = r.stack.num_layers;
  const RotaryOptions of_local =
      rotary_setting(c, K, c.number("max_position_embeddings", 131072), local);
  const std::size_t pattern = c.size({"sliding_window_pattern", "_sliding_window_pattern"}, 6);
  set_layers(
      r, layer_types(c,
                     {{"full_attention"},
                      {"sliding_attention", true, std::make_shared<RotaryPositions>(K, of_local)}},
                     each_nth(pattern, "full_attention", "sliding_attention", L)));
  set_window(r.stack, r.info, c.size("sliding_window", 4096), WindowKind::behind);
  r.info.positions += fmt::format(", base {:.10g} there", of_local.base);
  // Its authors have none, and the library that they publish with leaves it out.
  if (c.has("attn_logit_softcapping")) c.refuse("attn_logit_softcapping", "only null is");
  c.ignore({"cache_implementation"});
  return r;
}

}  // namespace horloge
