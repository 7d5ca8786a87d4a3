#pragma once

#include <cstddef>
#include <string>

#include "horloge/figures/figure.h"

namespace horloge {

/// The part of the terminal to draw on, and what it can show.
struct Canvas {
  std::size_t width = 80;   ///< columns; no line of a drawing is wider
  std::size_t height = 24;  ///< rows of the plot itself, without title, axis labels and legend
  bool colour = false;      ///< 256 colours; otherwise values differ by character alone
  bool utf8 = true;         ///< blocks and braille dots; otherwise plain ASCII
};

/// A figure as text for a terminal, each line ended by '\n'. What does not fit is averaged or left
/// out, and a note below the drawing says so. ShapeError if the figure's parts do not fit together,
/// ValueError if an axis or a colour scale ends below its beginning.
std::string draw(const Figure& figure, const Canvas& canvas);

}  // namespace horloge
