#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace horloge {

/// Colours by their number among the terminal's 256; `none` is the terminal's default.
struct Ink {
  static constexpr int none = -1;
  int colour = none;
  int background = none;
};

/// A grid of character cells to draw on.
class Screen {
 public:
  Screen(std::size_t rows, std::size_t columns);

  /// Writes to the right from (row, column). Characters outside of the grid are dropped.
  void put(std::size_t row, std::size_t column, std::string_view text, Ink ink = {});

  /// Whether a cell exists and nothing was written on it.
  bool is_free(std::size_t row, std::size_t column) const;

  /// The lines, each ended by '\n', without trailing blanks. Colours are reset at the end of a
  /// line.
  std::string text(bool colour) const;

 private:
  struct Cell {
    std::string text;  // empty: nothing yet, or the right half of a wide character
    bool taken = false;
    Ink ink;
  };
  Cell& at(std::size_t row, std::size_t column) { return cells_[row * columns_ + column]; }
  const Cell& at(std::size_t row, std::size_t column) const {
    return cells_[row * columns_ + column];
  }
  void release(std::size_t row, std::size_t column);

  std::size_t rows_;
  std::size_t columns_;
  std::vector<Cell> cells_;
};

}  // namespace horloge
