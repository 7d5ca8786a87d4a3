#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stage {

/// What the output can do: decided once, from the terminal, COLUMNS and
/// NO_COLOR.
struct Terminal {
  bool interactive = false;  ///< a person sits at both ends
  bool colour = false;       ///< bold, dim and colours are wanted
  std::size_t width = 80;    ///< columns to fill, at most 80
};
Terminal find_terminal();

enum class Style { plain, bold, dim, heading, code };

/// The text in a style, or as it is where there is no colour.
std::string styled(const Terminal& terminal, Style style,
                   std::string_view text);

/// Columns that a UTF-8 text takes: Chinese characters take two, escape
/// sequences none.
std::size_t display_width(std::string_view text);

}  // namespace stage
