#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "horloge/core/bytes.h"
#include "horloge/io/stored_tensor.h"

namespace horloge {

/// What a safetensors file holds (https://github.com/huggingface/safetensors, format section).
struct SafetensorsFile {
  std::map<std::string, StoredTensor> tensors;
  std::map<std::string, std::string> metadata;

  /// FileError that lists what there is, if there is no tensor of this name.
  const StoredTensor& at(const std::string& name) const;
};

/// Reads a file: maps it into memory and checks its header; numbers are converted when asked for.
///
/// As strict as the specification: the header has at most 100 MB, begins with `{` and is valid
/// UTF-8 and JSON without duplicate names; the tensors follow one another without gaps from the
/// beginning of the data to the end of the file; each shape needs exactly the bytes it has.
/// FileError `[read_safetensors] PATH: tensor "NAME": what is wrong` for anything else.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

/// The same from bytes in memory; `origin` stands for the path in errors.
SafetensorsFile parse_safetensors(const Bytes& bytes, const std::string& origin = "bytes");

/// Writes the whole file or nothing: see write_file_atomically. Order and padding are those of the
/// reference library, so equal contents give equal files. ValueError for a name that is not
/// valid UTF-8 or is `__metadata__`.
void write_safetensors(const std::filesystem::path& path, const SafetensorsFile& file);

/// The bytes that write_safetensors writes.
std::string format_safetensors(const SafetensorsFile& file);

/// Their checksum, see Crc32.
std::uint32_t checksum(const SafetensorsFile& file);

}  // namespace horloge
