#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace horloge {

/// Which of `count` rows or columns get a number: at most `most`, at round numbers, 0 first.
std::vector<std::size_t> round_indices(std::size_t count, std::size_t most);

/// The width of the widest of the numbers 0 to count - 1.
std::size_t index_width(std::size_t count);

/// Headings above the columns of a heat map, and the cell width that they need.
struct ColumnHeads {
  std::vector<std::string> texts;  ///< one per column; empty if they do not fit
  std::size_t cell_width = 1;
  bool numbered = false;  ///< numbers, because the names are too long
};

/// Headings for named columns, in `room` columns of text: the names, else numbers. If not even
/// numbers fit, `cell_width` is 0.
ColumnHeads column_heads(const std::vector<std::string>& names, std::size_t room);

}  // namespace horloge
