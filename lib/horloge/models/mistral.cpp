// Mistral (Jiang et al., "Mistral 7B", arXiv 2310.06825): LLaMA with a sliding window.

#include <fmt/format.h>

#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"

namespace horloge {

DecoderRecipe mistral_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  DecoderRecipe r = llama_like_recipe(checkpoint, "Mistral");
  // Later versions say null: no window. The first ones had 4096 where nothing is said.
  if (c.has("sliding_window"))
    r.stack.sliding_window = c.size("sliding_window");
  else if (!c.mentions("sliding_window"))
    r.stack.sliding_window = 4096;
  if (r.stack.sliding_window)
    r.info.positions += fmt::format("; a window of {} tokens", *r.stack.sliding_window);
  return r;
}

}  // namespace horloge
