#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace horloge {

/// Numbers for some of `count` rows or columns, 0 first: `most` of them or fewer, at round numbers.
std::vector<std::size_t> round_indices(std::size_t count, std::size_t most);

/// Columns of text that the numbers 0 … count - 1 need.
std::size_t index_width(std::size_t count);

/// What stands above the columns of a heat map, and how wide its cells are.
struct ColumnHeads {
  std::vector<std::string> texts;  ///< one a column; empty if nothing fits
  std::size_t cell_width = 1;
  bool numbered = false;  ///< numbers in place of names that are too long
};

/// Heads for columns that have names, in `room` columns of text. With `cell_width` == 0 there is no
/// room for them, not even for numbers.
ColumnHeads column_heads(const std::vector<std::string>& names, std::size_t room);

}  // namespace horloge
