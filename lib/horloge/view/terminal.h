#pragma once

#include <cstddef>
#include <string>

#include "horloge/view/figure.h"

namespace horloge {

/// What there is to draw on.
struct Canvas {
  std::size_t width = 80;   ///< columns; no line of a drawing is wider
  std::size_t height = 24;  ///< rows that a curve or a cloud of points may take
  bool colour = false;      ///< 256 colours; otherwise characters alone tell numbers apart
  bool utf8 = true;         ///< blocks and braille dots; otherwise plain ASCII
};

/// A figure as text for a terminal, lines ended by '\n'. What does not fit is thinned out and the
/// drawing says so. Throws ShapeError if the figure's parts do not fit together.
std::string draw(const Figure& figure, const Canvas& canvas);

}  // namespace horloge
