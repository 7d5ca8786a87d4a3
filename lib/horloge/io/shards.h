#pragma once

#include <filesystem>

#include "horloge/io/safetensors.h"

namespace horloge {

/// Reads a checkpoint however it is stored: as one `.safetensors` file, as an index (`.json`, whose
/// `weight_map` names the file of each tensor) with its shards beside it, or as a folder with a
/// `model.safetensors` or a `model.safetensors.index.json`. The result holds the tensors that the
/// index names and the metadata of all shards.
///
/// FileError for a malformed index, a shard that is missing or lies outside the index's folder, a
/// tensor that its shard does not have, and one that another shard has differently.
SafetensorsFile read_checkpoint(const std::filesystem::path& path);

}  // namespace horloge
