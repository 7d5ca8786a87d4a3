#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "horloge/io/stored_tensor.h"

namespace horloge {

/// The weights of a TensorFlow.js model, by name: `model.json` lists them in its `weightsManifest`,
/// group by group, and the files that a group names hold their bytes one after another.
///
/// FileError `[read_tfjs_weights] PATH: what is wrong` for a missing file, too few or too many
/// bytes, a name that appears twice, and weights that are quantized or not numbers.
std::map<std::string, StoredTensor> read_tfjs_weights(const std::filesystem::path& model_json);

}  // namespace horloge
