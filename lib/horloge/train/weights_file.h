#pragma once

#include <filesystem>

#include "horloge/nn/module.h"

namespace horloge {

/// Writes the parameters and buffers of a module under their names, and nothing of its training: a
/// safetensors file that other programs read, too, with a checksum of each in its metadata. Written
/// whole or not at all.
void save_weights(const Module& module, const std::filesystem::path& file);

/// Copies the weights of a file into a module, in place; numbers of another precision are
/// converted. Nothing is changed unless it succeeds.
///
/// FileError if the file is no safetensors file, is damaged by its checksums, or is a checkpoint,
/// which load_checkpoint() reads.
/// ShapeError for a weight of another shape. ValueError for one that holds no floats, for a file
/// that was written with another position scheme or other settings, and, unless `strict` is
/// Strict::no, for weights that are missing or unexpected. With Strict::no these are returned.
StateKeys load_weights(Module& module, const std::filesystem::path& file,
                       Strict strict = Strict::yes);

}  // namespace horloge
