#include "horloge/text/tokenizers/byte_letters.h"

#include <array>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

struct ByteLetters {
  std::array<std::string, 256> letter;
  std::array<int, 0x144> byte{};  // of each code point; -1 for one that stands for none

  ByteLetters() {
    byte.fill(-1);
    char32_t next = 0x100;
    for (char32_t b = 0; b < 256; ++b) {
      const bool seen = (b > 0x20 && b < 0x7F) || (b > 0xA0 && b != 0xAD);
      const char32_t code = seen ? b : next++;
      letter[b] = to_utf8(code);
      byte[code] = static_cast<int>(b);
    }
  }
};

const ByteLetters& byte_letters() {
  static const ByteLetters all;
  return all;
}

}  // namespace

std::string to_byte_letters(std::string_view bytes) {
  std::string letters;
  for (const char c : bytes) letters += byte_letters().letter[static_cast<unsigned char>(c)];
  return letters;
}

std::optional<std::string> from_byte_letters(std::string_view letters) {
  std::string bytes;
  while (!letters.empty()) {
    const auto letter = first_utf8_character(letters);
    if (!letter || letter->code >= byte_letters().byte.size()) return std::nullopt;
    const int byte = byte_letters().byte[letter->code];
    if (byte < 0) return std::nullopt;
    bytes += static_cast<char>(byte);
    letters.remove_prefix(letter->bytes.size());
  }
  return bytes;
}

}  // namespace horloge
