#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "horloge/figures/screen.h"

namespace horloge {

/// Coordinates in dots, row 0 on top.
struct Dot {
  std::ptrdiff_t x = 0;
  std::ptrdiff_t y = 0;
};

/// A bitmap with 2 x 4 dots in each character cell, as braille characters have them: such a dot is
/// about as wide as it is high. Without braille a dot puts a marker in its cell.
class DotCanvas {
 public:
  static constexpr std::size_t dots_across = 2;
  static constexpr std::size_t dots_down = 4;

  DotCanvas(std::size_t rows, std::size_t columns, bool braille);

  /// `series` gives the cell its colour or marker; the last one to set a dot there wins.
  void set(Dot dot, std::size_t series);
  void line(Dot from, Dot to, std::size_t series);

  /// Copies the dots to the screen, with the top left corner at (row, column). A `mark` other than
  /// 0 replaces the markers of all series.
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
