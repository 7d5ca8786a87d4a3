#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace horloge {

/// One character as a terminal shows it, with its combining marks.
struct Glyph {
  std::string text;
  std::size_t width = 1;  ///< in columns: 2 for a Chinese character or an emoji
};

/// The characters of a UTF-8 text. Escape sequences for colours are left out; other control
/// characters become spaces, and invalid bytes question marks, so that the widths add up.
std::vector<Glyph> glyphs(std::string_view text);

/// How many columns a UTF-8 text takes in a terminal.
std::size_t display_width(std::string_view text);

/// The text if it is no wider than `width`, otherwise its beginning followed by "..".
std::string cut_to_width(std::string_view text, std::size_t width);

/// The text in lines no wider than `width`, broken at spaces, or anywhere in a longer word.
std::vector<std::string> wrap_to_width(std::string_view text, std::size_t width);

}  // namespace horloge
