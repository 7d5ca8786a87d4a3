#pragma once

// What LLaMA and its descendants share. For models/*.cpp.

#include "horloge/models/decoder.h"
#include "horloge/models/models.h"

namespace horloge {

/// Whether the weights have the names of Meta's own files, and with them its rotary pairs.
bool has_meta_names(const SafetensorsFile& weights);

/// Whether these are the settings of Meta's params.json.
bool is_meta_config(const Config& config);

/// The same settings as config.json has them.
Config from_meta_config(const Config& params, const SafetensorsFile& weights);

/// The recipe of LLaMA, or of a descendant whose classes are called `name`ForCausalLM and
/// `name`Model. `usually_tied` is for a config that does not say whether the head is.
DecoderRecipe llama_like_recipe(const Checkpoint& checkpoint, const std::string& name,
                                bool usually_tied = false);

}  // namespace horloge
