#include "horloge/core/crc32.h"

#include <gtest/gtest.h>

#include <string>

namespace horloge {
namespace {

std::uint32_t crc_of(const std::string& bytes) {
  Crc32 crc;
  crc.add(bytes);
  return crc.value();
}

// Bit by bit, as the standard defines it.
std::uint32_t slow_crc_of(const std::string& bytes) {
  std::uint32_t state = 0xFFFFFFFF;
  for (const char c : bytes) {
    state ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit)
      state = (state >> 1U) ^ ((state & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~state;
}

// The check values that every catalogue of checksums gives.
TEST(Crc32, IsThePublishedOne) {
  EXPECT_EQ(crc_of(""), 0U);
  EXPECT_EQ(crc_of("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc_of("The quick brown fox jumps over the lazy dog"), 0x414FA339U);
}

TEST(Crc32, AgreesWithTheDefinitionAtAnyLengthAndCut) {
  std::string bytes;
  for (int i = 0; i < 70; ++i) {
    EXPECT_EQ(crc_of(bytes), slow_crc_of(bytes)) << i;
    Crc32 in_parts;
    in_parts.add(bytes.substr(0, bytes.size() / 3));
    in_parts.add("");
    in_parts.add(bytes.substr(bytes.size() / 3));
    EXPECT_EQ(in_parts.value(), slow_crc_of(bytes)) << i;
    bytes += static_cast<char>(i * 37 + 200);
  }
}

}  // namespace
}  // namespace horloge
