#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "horloge/core/array.h"

namespace horloge {

/// How a file stores a number. Names and order are those of the safetensors format, whose files
/// store the dtype with the widest alignment first.
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

/// The dtype of `real`.
inline constexpr DType real_dtype = sizeof(real) == sizeof(double) ? DType::F64 : DType::F32;

/// Size of one number in bytes.
std::size_t byte_size(DType dtype);

/// `F32`, `F8_E4M3`, …
std::string_view name_of(DType dtype);

/// The dtype of that name, if there is one.
std::optional<DType> parse_dtype(std::string_view name);

bool is_float(DType dtype);

/// Signed or unsigned; BOOL is not an integer.
bool is_integer(DType dtype);

}  // namespace horloge
