// SmolLM3 (Bakouch et al., "SmolLM3: smol, multilingual, long-context reasoner", 2025): LLaMA
// without positions in each fourth layer (Yang et al., "Rope to Nope and Back Again", arXiv
// 2501.18795), and with a sliding window there if asked for.

#include <algorithm>

#include "horloge/models/architectures.h"
#include "horloge/models/layer_types.h"
#include "horloge/models/llama.h"
#include "horloge/nn/position/none.h"

namespace horloge {

DecoderRecipe smollm3_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  LlamaDetails details;
  details.usually_tied = true;
  details.rotary.usual_base = 2e6;
  DecoderRecipe r = llama_like_recipe(checkpoint, "SmolLM3", details);
  check_fits(checkpoint, r.stack);
  const std::vector<bool> rotates = rotating_layers(c, r.stack.num_layers);
  const bool window = c.flag("use_sliding_window", false) && c.has("sliding_window");
  std::vector<std::string> usual;
  for (const bool turns : rotates)
    usual.emplace_back(window && !turns ? "sliding_attention" : "full_attention");
  std::vector<LayerType> layers =
      layer_types(c, {{"full_attention"}, {"sliding_attention", true}}, usual);
  set_positions(layers, rotates, std::make_shared<NoPositions>(), r.info);
  set_layers(r, layers);
  const bool any = std::any_of(layers.begin(), layers.end(),
                               [](const LayerType& layer) { return layer.windowed; });
  if (any) set_window(r.stack, r.info, c.size("sliding_window"), WindowKind::behind);
  c.ignore({"sliding_window", "max_window_layers"});
  return r;
}

}  // namespace horloge
