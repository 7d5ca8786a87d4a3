// Qwen2 (Yang et al., "Qwen2 Technical Report", arXiv 2407.10671): LLaMA with biases in the
// projections to queries, keys and values, and a sliding window in some layers if asked for.

#include "horloge/models/qwen2.h"

#include <algorithm>

#include "horloge/models/layer_types.h"
#include "horloge/models/llama.h"

namespace horloge {

// In the layers that layer_types names, or else from max_window_layers on, as Hugging Face's
// library reads it now; versions of 2024 took the layers before.
void set_qwen_windows(const Checkpoint& checkpoint, DecoderRecipe& r) {
  const Config& c = checkpoint.config;
  check_fits(checkpoint, r.stack);
  const double first = c.number("max_window_layers", 28);
  std::vector<std::string> usual;
  for (std::size_t i = 0; i < r.stack.num_layers; ++i)
    usual.emplace_back(static_cast<double>(i) >= first ? "sliding_attention" : "full_attention");
  const auto layers = layer_types(c, {{"full_attention"}, {"sliding_attention", true}}, usual);
  const bool any = std::any_of(layers.begin(), layers.end(),
                               [](const LayerType& layer) { return layer.windowed; });
  const bool on = c.flag("use_sliding_window", false);
  if (!on && c.has("layer_types") && any) c.refuse("layer_types", "use_sliding_window is not on");
  c.ignore({"sliding_window"});
  if (!on || !any) return;
  set_layers(r, layers);
  set_window(r.stack, r.info, c.size("sliding_window", 4096), WindowKind::behind);
}

DecoderRecipe qwen2_recipe(const Checkpoint& checkpoint, Rng&) {
  DecoderRecipe r = llama_like_recipe(checkpoint, "Qwen2");
  r.stack.block.attention.bias = Bias::yes;
  set_qwen_windows(checkpoint, r);
  return r;
}

}  // namespace horloge
