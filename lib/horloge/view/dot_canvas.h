#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "horloge/view/screen.h"

namespace horloge {

/// A place among dots, row 0 on top.
struct Dot {
  std::ptrdiff_t x = 0;
  std::ptrdiff_t y = 0;
};

/// Dots on character cells, two across and four down in each: that is how braille has them, and a
/// dot is about as wide as high. Without braille a dot fills its cell with a mark.
class DotCanvas {
 public:
  static constexpr std::size_t dots_across = 2;
  static constexpr std::size_t dots_down = 4;

  DotCanvas(std::size_t rows, std::size_t columns, bool braille);

  /// `series` is who sets the dot: its colour or its mark is shown where curves meet.
  void set(Dot dot, std::size_t series);
  void line(Dot from, Dot to, std::size_t series);

  /// Shows the dots from a cell of the screen on. A `mark` stands for all series alike.
  void paint(Screen& screen, std::size_t row, std::size_t column, bool colour, char mark = 0) const;

  bool braille() const { return braille_; }

 private:
  struct Cell {
    std::uint8_t dots = 0;
    std::size_t series = 0;
  };
  std::size_t rows_;
  std::size_t columns_;
  bool braille_;
  std::vector<Cell> cells_;
};

}  // namespace horloge
