#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "horloge/core/array.h"

namespace horloge {

/// How a file stores a number. Names and order are those of the safetensors format, whose files
/// hold the widest alignment first.
enum class DType {
  BOOL,
  U8,
  I8,
  F8_E5M2,
  F8_E4M3,
  I16,
  U16,
  F16,
  BF16,
  I32,
  U32,
  F32,
  F64,
  I64,
  U64
};

/// What `real` is.
inline constexpr DType real_dtype = sizeof(real) == sizeof(double) ? DType::F64 : DType::F32;

/// Bytes that one number takes.
std::size_t byte_size(DType dtype);

/// `F32`, `F8_E4M3`, …
std::string_view name_of(DType dtype);

/// The dtype of a name; nothing for a name that is none.
std::optional<DType> parse_dtype(std::string_view name);

bool is_float(DType dtype);

/// Signed or unsigned; BOOL is not an integer.
bool is_integer(DType dtype);

}  // namespace horloge
