#pragma once

#include <cstddef>
#include <cstdint>

#include "horloge/core/array.h"

namespace horloge {

/// A number of 16 bits, the upper half of a float.
struct Bfloat16 {
  std::uint16_t bits;
};

/// Writes `count` numbers as bfloat16, up to the first that is none. Whether all of them are.
bool to_bfloat16(const real* from, std::size_t count, Bfloat16* to);

}  // namespace horloge
