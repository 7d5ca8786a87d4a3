#pragma once

#include <filesystem>
#include <string>

#include "horloge/core/bytes.h"
#include "horloge/io/stored_tensor.h"

namespace horloge {

/// Reads an array as NumPy stores it (numpy.lib.format, versions 1.0 to 3.0): floats of 16 to 64
/// bits, integers of 8 to 64 and booleans, in either byte order, in C or Fortran order. The result
/// is little-endian and in C order; the data of a file that is so already stay mapped.
///
/// FileError `[read_npy] PATH: what is wrong` for anything else, and for a file that is shorter or
/// longer than its array.
StoredTensor read_npy(const std::filesystem::path& path);

/// The same from bytes in memory; `origin` stands for the path in errors.
StoredTensor parse_npy(const Bytes& bytes, const std::string& origin = "bytes");

/// Writes the whole file or nothing: see write_file_atomically. ValueError for BF16 and the 8-bit
/// floats, which NumPy does not have.
void write_npy(const std::filesystem::path& path, const StoredTensor& tensor);

/// The bytes that write_npy writes.
std::string format_npy(const StoredTensor& tensor);

}  // namespace horloge
