#pragma once

#include <filesystem>

#include "horloge/io/safetensors.h"

namespace horloge {

/// Reads a checkpoint however it is stored: as one `.safetensors` file, as an index (`.json`, whose
/// `weight_map` names the file of each tensor) next to its shards, or as a folder with a
/// `model.safetensors` or a `model.safetensors.index.json`. The result holds the tensors that the
/// index names and the metadata of all shards.
///
/// FileError for a malformed index, a shard that is missing or outside the index's folder, a tensor
/// that is not in its shard, one that differs between two shards, and one whose checksum is another
/// than the file's metadata says, where that has one.
SafetensorsFile read_checkpoint(const std::filesystem::path& path);

}  // namespace horloge
