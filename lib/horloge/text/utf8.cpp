#include "horloge/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"

namespace horloge {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t n>
bool contains(const Range (&ranges)[n], char32_t code) {
  return std::any_of(ranges, ranges + n,
                     [=](const Range& r) { return r.first <= code && code <= r.last; });
}

// What a first byte announces: how many bytes there are, and the smallest code that needs so many.
struct Form {
  std::size_t length;
  char32_t smallest;
};

Form form_of(unsigned char first) {
  if (first < 0x80) return {1, 0};
  if (first >= 0xC0 && first < 0xE0) return {2, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, 0x800};
  if (first >= 0xF0 && first < 0xF8) return {4, 0x10000};
  return {0, 0};
}

[[noreturn]] void fail(const char* who, std::size_t at, unsigned char byte, const char* what) {
  throw ValueError(fmt::format("[{}] byte {} of the text (0x{:02X}) {}: the text must be UTF-8",
                               who, at, byte, what));
}

}  // namespace

std::vector<Utf8Character> utf8_characters(std::string_view text, const char* who) {
  std::vector<Utf8Character> characters;
  characters.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const Form form = form_of(first);
    if (form.length == 0) fail(who, at, first, "begins no character");
    if (at + form.length > text.size()) fail(who, at, first, "begins a character that is cut off");
    char32_t code = form.length == 1 ? first : first & (0x7FU >> form.length);
    for (std::size_t i = 1; i < form.length; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      if ((next & 0xC0U) != 0x80) fail(who, at, first, "begins a character that is cut off");
      code = code << 6U | (next & 0x3FU);
    }
    if (code < form.smallest) fail(who, at, first, "begins a character spelled too long");
    if (code >= 0xD800 && code <= 0xDFFF) fail(who, at, first, "begins a surrogate");
    if (code > 0x10FFFF) fail(who, at, first, "begins a character above U+10FFFF");
    characters.push_back({code, text.substr(at, form.length)});
    at += form.length;
  }
  return characters;
}

std::string to_utf8(char32_t code) {
  const auto tail = [=](unsigned shift) {
    return static_cast<char>(0x80U | (code >> shift & 0x3FU));
  };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | code >> 6U), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0U | code >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | code >> 18U), tail(12), tail(6), tail(0)};
}

bool is_white_space(char32_t code) {
  static constexpr Range spaces[] = {{0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},
                                     {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200B},
                                     {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x2060},
                                     {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
  return contains(spaces, code);
}

bool is_cjk(char32_t code) {
  static constexpr Range ideographs[] = {
      {0x3005, 0x3007}, {0x3041, 0x3096}, {0x309D, 0x309F}, {0x30A1, 0x30FA},   {0x30FC, 0x30FF},
      {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x2FA1F}, {0x30000, 0x323AF}};
  return contains(ideographs, code);
}

bool is_apostrophe(char32_t code) { return code == U'\'' || code == 0x2019; }

bool is_word_character(char32_t code) {
  // Punctuation, symbols and control characters, block by block.
  static constexpr Range others[] = {
      {0x00, 0x2F},     {0x3A, 0x40},     {0x5B, 0x5E},      {0x60, 0x60},     {0x7B, 0xA9},
      {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},      {0xD7, 0xD7},     {0xF7, 0xF7},
      {0x37E, 0x37E},   {0x387, 0x387},   {0x55A, 0x55F},    {0x589, 0x58A},   {0x5BE, 0x5BE},
      {0x5F3, 0x5F4},   {0x60C, 0x60D},   {0x61B, 0x61F},    {0x66A, 0x66D},   {0x6D4, 0x6D4},
      {0x964, 0x965},   {0xE3F, 0xE3F},   {0x2000, 0x200B},  {0x200E, 0x206F}, {0x20A0, 0x20CF},
      {0x2190, 0x2BFF}, {0x2E00, 0x303F}, {0x309B, 0x309C},  {0x30A0, 0x30A0}, {0x30FB, 0x30FB},
      {0xFE10, 0xFE1F}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF0F},  {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40},
      {0xFF5B, 0xFF65}, {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF}};
  return code == U'_' || (!contains(others, code) && !is_cjk(code) && !is_white_space(code));
}

char32_t to_lower(char32_t code) {
  if ((code >= U'A' && code <= U'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7))
    return code + 32;
  // Capital and small letter side by side, the capital on the even place …
  static constexpr Range even[] = {
      {0x100, 0x12F}, {0x132, 0x137}, {0x14A, 0x177}, {0x1E00, 0x1E95}, {0x1EA0, 0x1EFF}};
  if (contains(even, code)) return code | 1U;
  // … or on the odd one.
  static constexpr Range odd[] = {{0x139, 0x148}, {0x179, 0x17E}};
  if (contains(odd, code)) return code + code % 2;
  if (code == 0x130) return U'i';   // İ
  if (code == 0x178) return 0xFF;   // Ÿ
  if (code == 0x1E9E) return 0xDF;  // ẞ
  return code;
}

}  // namespace horloge
