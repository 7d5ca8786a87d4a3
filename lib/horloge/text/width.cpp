#include "horloge/text/width.h"

#include <algorithm>
#include <iterator>

namespace horloge {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

bool contains(const Range* begin, const Range* end, char32_t code) {
  return std::any_of(begin, end, [=](const Range& r) { return r.first <= code && code <= r.last; });
}

// Unicode's East Asian Width, wide and full-width, in blocks.
bool is_wide(char32_t code) {
  static constexpr Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
                                   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
                                   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                                   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
                                   {0x20000, 0x3FFFD}};
  return contains(std::begin(wide), std::end(wide), code);
}

// Marks that are set upon the character before them, and characters without a picture.
bool is_mark(char32_t code) {
  static constexpr Range marks[] = {
      {0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},   {0x64B, 0x65F},
      {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064},
      {0x20D0, 0x20FF}, {0x302A, 0x302D}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};
  return contains(std::begin(marks), std::end(marks), code);
}

struct Decoded {
  char32_t code = 0;
  std::size_t length = 0;  // 0: no UTF-8
};

Decoded decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  char32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80) return {};
    code = code << 6U | (next & 0x3FU);
  }
  return {code, length};
}

// The length of an escape sequence for colours at the text's beginning.
std::size_t escape_length(std::string_view text) {
  if (text.substr(0, 2) != "\x1b[") return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

}  // namespace

std::vector<Glyph> glyphs(std::string_view text) {
  std::vector<Glyph> result;
  while (!text.empty()) {
    if (const std::size_t length = escape_length(text); length > 0) {
      text.remove_prefix(length);
      continue;
    }
    const Decoded character = decode(text);
    const std::size_t length = std::max<std::size_t>(character.length, 1);
    if (character.length == 0)
      result.push_back({"?", 1});
    else if (is_control(character.code))
      result.push_back({" ", 1});
    else if (!is_mark(character.code))
      result.push_back({std::string(text.substr(0, length)), is_wide(character.code) ? 2U : 1U});
    else if (!result.empty())
      result.back().text += text.substr(0, length);
    text.remove_prefix(length);
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (const Glyph& glyph : glyphs(text)) width += glyph.width;
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t width) {
  const bool fits = display_width(text) <= width;
  const std::string end = fits ? "" : width < 3 ? "" : "..";
  std::string result;
  std::size_t left = width - end.size();
  for (const Glyph& glyph : glyphs(text)) {
    if (glyph.width > left) break;
    result += glyph.text;
    left -= glyph.width;
  }
  return result + end;
}

std::vector<std::string> wrap_to_width(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t used = 0;
  const auto end_line = [&] {
    if (!line.empty()) lines.push_back(line);
    line.clear();
    used = 0;
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (used > 0 && used + 1 + display_width(word) > width) end_line();
    if (used > 0) {
      line += ' ';
      ++used;
    }
    for (const Glyph& glyph : glyphs(word)) {
      if (used > 0 && used + glyph.width > width) end_line();
      if (glyph.width > width) continue;
      line += glyph.text;
      used += glyph.width;
    }
  }
  end_line();
  return lines;
}

}  // namespace horloge
