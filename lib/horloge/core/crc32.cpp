#include "horloge/core/crc32.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace horloge {
namespace {

constexpr std::size_t stride = 8;  // bytes at a time

using CrcTables = std::array<std::array<std::uint32_t, 256>, stride>;

// Table 0 takes one byte to its remainder, table k a byte that k more follow (M. Kounavis and
// F. Berry, "Novel table lookup-based algorithms for high-performance CRC generation", 2008).
constexpr CrcTables make_crc_tables() {
  constexpr std::uint32_t polynomial = 0xEDB88320;  // its lowest power stands first
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit)
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? polynomial : 0U);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < stride; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8U) ^ tables[0][before & 0xFFU];
    }
  return tables;
}

constexpr CrcTables crc_tables = make_crc_tables();

}  // namespace

void Crc32::add(std::string_view bytes) {
  const auto& t = crc_tables;
  std::uint32_t state = state_;
  for (; bytes.size() >= stride; bytes.remove_prefix(stride)) {
    std::uint32_t low = 0, high = 0;
    std::memcpy(&low, bytes.data(), sizeof low);
    std::memcpy(&high, bytes.data() + sizeof low, sizeof high);
    low ^= state;
    state = t[7][low & 0xFFU] ^ t[6][low >> 8U & 0xFFU] ^ t[5][low >> 16U & 0xFFU] ^
            t[4][low >> 24U] ^ t[3][high & 0xFFU] ^ t[2][high >> 8U & 0xFFU] ^
            t[1][high >> 16U & 0xFFU] ^ t[0][high >> 24U];
  }
  for (const char c : bytes)
    state = (state >> 8U) ^ t[0][(state ^ static_cast<unsigned char>(c)) & 0xFFU];
  state_ = state;
}

}  // namespace horloge
