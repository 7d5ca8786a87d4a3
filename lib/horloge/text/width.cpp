#include "horloge/text/width.h"

#include <utf8proc.h>

#include <algorithm>

#include "horloge/text/utf8.h"

namespace horloge {
namespace {

// Columns of a character; 0 for a combining mark and for what is invisible.
std::size_t columns_of(char32_t code) {
  const auto character = static_cast<utf8proc_int32_t>(code);
  const int columns = utf8proc_charwidth(character);
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_MC:  // spacing marks, to which utf8proc gives none
    case UTF8PROC_CATEGORY_CN:  // unassigned or private: drawn as a box
    case UTF8PROC_CATEGORY_CO:
      return static_cast<std::size_t>(std::max(columns, 1));
    default:
      return static_cast<std::size_t>(columns);
  }
}

// The length of the colour escape sequence that the text begins with, or 0.
std::size_t escape_length(std::string_view text) {
  if (text.substr(0, 2) != "\x1b[") return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

// The two separators break a line, as a line feed does.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

}  // namespace

std::vector<Glyph> glyphs(std::string_view text) {
  std::vector<Glyph> result;
  while (!text.empty()) {
    if (const std::size_t length = escape_length(text); length > 0) {
      text.remove_prefix(length);
      continue;
    }
    const auto character = first_utf8_character(text);
    if (!character)
      result.push_back({"?", 1});
    else if (is_control(character->code))
      result.push_back({" ", 1});
    else if (const std::size_t width = columns_of(character->code); width > 0)
      result.push_back({std::string(character->bytes), width});
    else if (!result.empty())
      result.back().text += character->bytes;
    text.remove_prefix(character ? character->bytes.size() : 1);
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
