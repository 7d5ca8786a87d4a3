#include "horloge/kernels/bfloat16.h"

#include <cstring>

namespace horloge {

bool to_bfloat16(const real* from, std::size_t count, Bfloat16* to) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<float>(from[i]);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    if (static_cast<real>(number) != from[i] || (bits & 0xFFFFU) != 0) return false;
    to[i].bits = static_cast<std::uint16_t>(bits >> 16U);
  }
  return true;
}

}  // namespace horloge
