#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "horloge/terminal/live_line.h"

namespace stage {

/// What colours stand on: a dark window, a light one, or one that does not say.
enum class Theme { either, dark, light };

/// What the output can do: decided once, from the terminal and from COLUMNS,
/// LINES, NO_COLOR, TERM, LC_ALL, LC_CTYPE and LANG.
struct Terminal {
  bool interactive = false;  ///< a person is at both ends
  bool colour = false;       ///< bold, dim and colours are wanted
  Theme theme = Theme::either;
  bool moves = false;        ///< lines can be erased and redrawn
  bool utf8 = true;          ///< figures may be made of blocks and dots
  std::size_t width = 80;    ///< columns that prose fills, at most 80
  std::size_t columns = 80;  ///< all that there are
  std::size_t rows = 0;      ///< of the window; 0 if there is none
};
Terminal find_terminal();

enum class Style { plain, bold, dim, heading, code };

/// The text in a style, or as it is where there is no colour.
std::string styled(const Terminal& terminal, Style style,
                   std::string_view text);

/// Writes to standard output, at once.
void show(const std::string& text);

/// Whether all that went to standard output could be written so far.
bool all_was_shown();

/// A dim line for what goes on; see horloge::LiveLine.
horloge::LiveLine live_line(const Terminal& terminal);

/// Columns that a UTF-8 text takes: Chinese characters take two, escape
/// sequences none.
std::size_t display_width(std::string_view text);

}  // namespace stage
