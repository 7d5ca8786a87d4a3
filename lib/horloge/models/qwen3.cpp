// Qwen3 (Yang et al., "Qwen3 Technical Report", arXiv 2505.09388): LLaMA whose heads normalise
// their queries and keys before these rotate, with Qwen2's sliding window.

#include "horloge/models/llama.h"
#include "horloge/models/qwen2.h"

namespace horloge {

DecoderRecipe qwen3_recipe(const Checkpoint& checkpoint, Rng&) {
  DecoderRecipe r = llama_like_recipe(checkpoint, "Qwen3");
  (void)checkpoint.config.size("head_dim");  // not D / H where nothing is said
  normalise_queries_and_keys(r);
  set_qwen_windows(checkpoint, r);
  return r;
}

}  // namespace horloge
