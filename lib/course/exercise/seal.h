#pragma once

// What tells a line of a check's report from one that an answer has written:
// the check and the program that started it share a key that the answer does
// not know.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace exercise {

using SealKey = std::array<std::uint64_t, 2>;

/// Where a check is given its key, as text.
constexpr const char* seal_variable = "HORLOGE_REPORT_KEY";

inline SealKey draw_seal_key() {
  std::random_device device;
  const auto draw = [&] { return std::uint64_t{device()} << 32U | device(); };
  const std::uint64_t first = draw();
  return {first, draw()};
}

inline std::string text_of(const SealKey& key) {
  std::array<char, 34> text{};
  std::snprintf(text.data(), text.size(), "%016llx.%016llx",
                static_cast<unsigned long long>(key[0]),
                static_cast<unsigned long long>(key[1]));
  return text.data();
}

/// The key that this process was given, which is wiped: what runs later does
/// not find it in the environment.
inline std::optional<SealKey> take_seal_key() {
  char* const given = std::getenv(seal_variable);
  if (given == nullptr) return std::nullopt;
  char* rest = nullptr;
  SealKey key{std::strtoull(given, &rest, 16), 0};
  if (*rest == '.') key[1] = std::strtoull(rest + 1, nullptr, 16);
  for (volatile char* c = given; *c != 0; ++c) *c = ' ';
  unsetenv(seal_variable);
  return key;
}

/// A checksum that needs the key: SipHash-2-4 (Aumasson and Bernstein,
/// "SipHash: a fast short-input PRF", 2012), in hexadecimal digits.
inline std::string seal_of(const SealKey& key, std::string_view text) {
  std::uint64_t a = key[0] ^ 0x736f6d6570736575,
                b = key[1] ^ 0x646f72616e646f6d,
                c = key[0] ^ 0x6c7967656e657261,
                d = key[1] ^ 0x7465646279746573;
  const auto turned = [](std::uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
  };
  const auto rounds = [&](int count) {
    for (; count > 0; --count) {
      a += b;
      c += d;
      b = turned(b, 13) ^ a;
      d = turned(d, 16) ^ c;
      a = turned(a, 32);
      c += b;
      a += d;
      b = turned(b, 17) ^ c;
      d = turned(d, 21) ^ a;
      c = turned(c, 32);
    }
  };
  const auto take = [&](std::uint64_t word) {
    d ^= word;
    rounds(2);
    a ^= word;
  };
  std::uint64_t last = std::uint64_t{text.size()} << 56U;
  for (; text.size() >= 8; text.remove_prefix(8)) {
    std::uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i)
      word |= std::uint64_t{static_cast<unsigned char>(text[i])} << 8 * i;
    take(word);
  }
  for (unsigned i = 0; i < text.size(); ++i)
    last |= std::uint64_t{static_cast<unsigned char>(text[i])} << 8 * i;
  take(last);
  c ^= 0xFF;
  rounds(4);
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(a ^ b ^ c ^ d));
  return digits.data();
}

/// The text of a line "SEAL TEXT" if that is the seal of the text; else none.
inline std::optional<std::string> unsealed(const SealKey& key,
                                           const std::string& line) {
  const std::size_t space = line.find(' ');
  if (space == std::string::npos) return std::nullopt;
  std::string text = line.substr(space + 1);
  if (line.compare(0, space, seal_of(key, text)) != 0) return std::nullopt;
  return text;
}

}  // namespace exercise
