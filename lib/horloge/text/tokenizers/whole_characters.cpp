#include "horloge/text/tokenizers/whole_characters.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

struct ByteRange {
  unsigned char first, last;
  bool has(unsigned char byte) const { return first <= byte && byte <= last; }
};

// Of the second byte, which keeps out overlong encodings, surrogates and what is above U+10FFFF.
ByteRange second_bytes(unsigned char lead) {
  switch (lead) {
    case 0xE0:
      return {0xA0, 0xBF};
    case 0xED:
      return {0x80, 0x9F};
    case 0xF0:
      return {0x90, 0xBF};
    case 0xF4:
      return {0x80, 0x8F};
    default:
      return {0x80, 0xBF};
  }
}

std::size_t length_by_lead(unsigned char lead) {
  if (lead < 0xC2 || lead > 0xF4) return 1;
  return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

// How many of the bytes could begin a character; at least 1.
std::size_t begun(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const std::size_t most = std::min(length_by_lead(at(0)), bytes.size());
  std::size_t n = 1;
  while (n < most && (n == 1 ? second_bytes(at(0)) : ByteRange{0x80, 0xBF}).has(at(n))) ++n;
  return n;
}

}  // namespace

std::string take_whole_characters(std::string& bytes) {
  std::string whole;
  std::string_view rest = bytes;
  while (!rest.empty()) {
    if (const auto character = first_utf8_character(rest)) {
      whole += character->bytes;
      rest.remove_prefix(character->bytes.size());
      continue;
    }
    const std::size_t n = begun(rest);
    if (n == rest.size() && n < length_by_lead(static_cast<unsigned char>(rest[0]))) break;
    whole += "\ufffd";
    rest.remove_prefix(n);
  }
  bytes.erase(0, bytes.size() - rest.size());
  return whole;
}

}  // namespace horloge
