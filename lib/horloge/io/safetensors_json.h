#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/io/dtype.h"

namespace horloge::detail {

/// What the header of a safetensors file says about one tensor.
struct TensorInfo {
  std::string name;
  DType dtype = DType::F32;
  Shape shape;
  std::uint64_t begin = 0;  ///< offsets into the data that follow the header
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::vector<TensorInfo> tensors;  ///< as the header lists them
  std::map<std::string, std::string> metadata;
};

/// Reads the JSON text of a header. FileError, whose text begins with `where`, for invalid UTF-8 or
/// JSON, a name that appears twice, and a field that is missing or has the wrong type. Offsets are
/// not checked. Memory grows in proportion to the text, and the parser does not recurse.
SafetensorsHeader parse_header(std::string_view text, const std::string& where);

/// The JSON text of a header; the inverse of parse_header. ValueError for a name that is not valid
/// UTF-8 or is `__metadata__`.
std::string format_header(const SafetensorsHeader& header);

/// Reads a `model.safetensors.index.json`: tensor name -> file name.
std::map<std::string, std::string> parse_shard_index(std::string_view text,
                                                     const std::string& where);

}  // namespace horloge::detail
