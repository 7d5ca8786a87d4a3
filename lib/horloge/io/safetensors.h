#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "horloge/io/bytes.h"
#include "horloge/io/stored_tensor.h"

namespace horloge {

/// What a safetensors file holds (https://github.com/huggingface/safetensors, format section).
struct SafetensorsFile {
  std::map<std::string, StoredTensor> tensors;
  std::map<std::string, std::string> metadata;

  /// FileError that lists what there is, if there is no tensor of this name.
  const StoredTensor& at(const std::string& name) const;
};

/// Reads a file: maps it into memory, checks its header, converts nothing yet.
///
/// As strict as the format's text: a header of at most 100 MB that begins with `{` and is valid
/// UTF-8 and JSON without double names, tensors that lie one behind the other, without holes, from
/// the beginning of the data to the end of the file, shapes whose size is that of their bytes.
/// FileError `[read_safetensors] PATH: tensor "NAME": what is wrong` for anything else.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

/// The same from bytes in memory; `origin` stands for the path in errors.
SafetensorsFile parse_safetensors(const Bytes& bytes, const std::string& origin = "bytes");

/// Writes a file, or nothing: see write_file_atomically. Order and padding are those of the
/// reference library, so equal contents give equal files. ValueError for a name that is no valid
/// UTF-8 or is `__metadata__`.
void write_safetensors(const std::filesystem::path& path, const SafetensorsFile& file);

/// The bytes that write_safetensors writes.
std::string format_safetensors(const SafetensorsFile& file);

}  // namespace horloge
