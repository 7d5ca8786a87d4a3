#pragma once

// What LLaMA and its descendants share. For models/*.cpp.

#include <string>
#include <vector>

#include "horloge/models/architectures.h"
#include "horloge/models/decoder.h"
#include "horloge/models/models.h"

namespace horloge {

/// Whether the weights have the names of Meta's own files, and with them its rotary pairs.
bool has_meta_names(const SafetensorsFile& weights);

/// Whether these are the settings of Meta's params.json.
bool is_meta_config(const Config& config);

/// The same settings as config.json has them.
Config from_meta_config(const Config& params, const SafetensorsFile& weights);

/// What a descendant takes for granted where its config says nothing.
struct LlamaDetails {
  bool usually_tied = false;  ///< the head
  double usual_eps = 1e-6;
  RotaryKeys rotary{};
  Pairing pairing = Pairing::half;
  std::size_t head_dim = 0;  ///< of what rotates, where `head_dim` does not say so; 0: it does
};

/// The recipe of LLaMA, or of a descendant whose classes are called `name`ForCausalLM and
/// `name`Model.
DecoderRecipe llama_like_recipe(const Checkpoint& checkpoint, const std::string& name,
                                const LlamaDetails& details = {});

/// Queries and keys are normalised by head, as the blocks' inputs are.
void normalise_queries_and_keys(DecoderRecipe& recipe);

/// Where a layer of the file goes instead, in each block; nowhere if `ours` is empty.
void redirect(WeightTable& table, const std::string& theirs, const std::string& ours);

/// Which layers rotate: `no_rope_layers`, whose 1 means that they do, or else all but each
/// `no_rope_layer_interval`-th.
std::vector<bool> rotating_layers(const Config& config, std::size_t num_layers);

}  // namespace horloge
