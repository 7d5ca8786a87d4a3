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
/// dot is about as wide as high.
class DotCanvas {
 public:
  static constexpr std::size_t dots_across = 2;
  static constexpr std::size_t dots_down = 4;

  DotCanvas(std::size_t rows, std::size_t columns);

  /// `series` is who sets the dot: its colour or its mark is shown where curves meet.
  void set(Dot dot, std::size_t series);
  void line(Dot from, Dot to, std::size_t series);

  /// How dots are shown.
  struct Look {
    bool braille = true;  ///< otherwise each cell with a dot shows its series' mark
    bool colour = false;
    char mark = 0;  ///< one mark for all, whatever their series
  };
  void paint(Screen& screen, std::size_t row, std::size_t column, Look look) const;

 private:
  struct Cell {
    std::uint8_t dots = 0;
    std::size_t series = 0;
  };
  std::size_t rows_;
  std::size_t columns_;
  std::vector<Cell> cells_;
};

}  // namespace horloge
