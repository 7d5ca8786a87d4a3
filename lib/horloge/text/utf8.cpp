#include "horloge/text/utf8.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "horloge/core/error.h"

namespace horloge {
namespace {

const utf8proc_uint8_t* begin_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

// Why the bytes that a text begins with are no character: utf8proc says only that they are none.
const char* why_not(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0xC0 || first >= 0xF8) return "cannot start a character";
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (text.size() < length || !std::all_of(&text[1], text.data() + length, is_continuation))
    return "starts a truncated character";
  if (first == 0xED) return "starts a surrogate";
  return first <= 0xF0 ? "starts an overlong encoding" : "starts a code point above U+10FFFF";
}

struct Range {
  char32_t first;
  char32_t last;
};

}  // namespace

std::optional<Utf8Character> first_utf8_character(std::string_view text) {
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t length =
      utf8proc_iterate(begin_of(text), static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (length <= 0) return std::nullopt;
  return Utf8Character{static_cast<char32_t>(code),
                       text.substr(0, static_cast<std::size_t>(length))};
}

std::vector<Utf8Character> utf8_characters(std::string_view text, const char* who) {
  std::vector<Utf8Character> characters;
  characters.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const auto character = first_utf8_character(rest);
    if (!character)
      throw ValueError(fmt::format("[{}] byte {} of the text (0x{:02X}) {}: the text must be UTF-8",
                                   who, text.size() - rest.size(),
                                   static_cast<unsigned char>(rest[0]), why_not(rest)));
    characters.push_back(*character);
    rest.remove_prefix(character->bytes.size());
  }
  return characters;
}

std::string to_utf8(char32_t code) {
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)};
}

bool is_white_space(char32_t code) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:  // tab to carriage return, next line; zero-width space, word joiner, byte order mark
      return (code >= 0x09 && code <= 0x0D) || code == 0x85 || code == 0x200B || code == 0x2060 ||
             code == 0xFEFF;
  }
}

bool is_cjk(char32_t code) {
  static constexpr Range ideographs[] = {
      {0x3005, 0x3007}, {0x3041, 0x3096}, {0x309D, 0x309F}, {0x30A1, 0x30FA},   {0x30FC, 0x30FF},
      {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x2FA1F}, {0x30000, 0x323AF}};
  return std::any_of(std::begin(ideographs), std::end(ideographs),
                     [=](const Range& r) { return r.first <= code && code <= r.last; });
}

bool is_apostrophe(char32_t code) { return code == U'\'' || code == 0x2019; }

bool is_word_character(char32_t code) {
  if (code == U'_' || code == 0x200C || code == 0x200D) return true;  // the two joiners
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO && !is_cjk(code);
}

char32_t to_lower(char32_t code) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code)));
}

}  // namespace horloge
