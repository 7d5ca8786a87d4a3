// Qwen2 (Yang et al., "Qwen2 Technical Report", arXiv 2407.10671): LLaMA with biases in the
// projections to queries, keys and values, and a sliding window in some layers if asked for.

#include <fmt/format.h>

#include <algorithm>

#include "horloge/models/architectures.h"
#include "horloge/models/llama.h"

namespace horloge {
namespace {

// As layer_types names them, or else the layers from max_window_layers on, as Hugging Face's
// library reads it now; versions of 2024 took the layers before.
std::vector<bool> windowed_layers(const Config& c, std::size_t num_layers) {
  std::vector<bool> windowed;
  for (const std::string& type : c.texts("layer_types")) {
    if (type != "full_attention" && type != "sliding_attention")
      c.refuse("layer_types", "each is full_attention or sliding_attention");
    windowed.push_back(type == "sliding_attention");
  }
  if (!windowed.empty() && windowed.size() != num_layers)
    c.refuse("layer_types", fmt::format("it has to name each of the {} layers", num_layers));
  const double first = c.number("max_window_layers", 28);
  for (std::size_t i = windowed.size(); i < num_layers; ++i)
    windowed.push_back(static_cast<double>(i) >= first);
  return windowed;
}

}  // namespace

DecoderRecipe qwen2_recipe(const Checkpoint& checkpoint, Rng&) {
  const Config& c = checkpoint.config;
  DecoderRecipe r = llama_like_recipe(checkpoint, "Qwen2");
  r.stack.block.attention.bias = Bias::yes;
  check_fits(checkpoint, r.stack);
  const std::vector<bool> windowed = windowed_layers(c, r.stack.num_layers);
  const auto count = std::count(windowed.begin(), windowed.end(), true);
  const bool on = c.flag("use_sliding_window", false);
  if (!on && c.has("layer_types") && count > 0)
    c.refuse("layer_types", "use_sliding_window is not on");
  c.ignore({"sliding_window"});
  if (!on || count == 0) return r;
  r.stack.sliding_window = c.size("sliding_window", 4096);
  r.stack.windowed_layers = windowed;
  r.info.positions += fmt::format("; a window of {} tokens in {} of {} layers",
                                  *r.stack.sliding_window, count, windowed.size());
  return r;
}

}  // namespace horloge
