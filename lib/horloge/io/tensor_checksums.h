#pragma once

#include <string>

#include "horloge/io/safetensors.h"

namespace horloge {

/// Puts a checksum of each tensor into the metadata: `crc32.NAME`, eight hexadecimal digits, of its
/// dtype, shape and bytes. Other readers of safetensors pass metadata by.
void add_checksums(SafetensorsFile& file);

/// FileError, whose text begins with `where`, that names the tensor whose checksum is another than
/// the metadata says. A tensor without one, as other programs write them, is not checked.
void check_checksums(const SafetensorsFile& file, const std::string& where);

}  // namespace horloge
