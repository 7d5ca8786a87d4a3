#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stage {

/// Names in formulas, W of W_q.
using MathNames = std::set<std::string>;

/// A piece of a formula: lines of text, of which the formula around it
/// continues the one called `base`. All but matrices have a single line.
struct MathBox {
  std::vector<std::string> rows{""};
  std::size_t base = 0;

  MathBox() = default;
  explicit MathBox(std::string text) : rows{std::move(text)} {}

  bool is_line() const { return rows.size() == 1; }
  std::size_t width() const;
  /// On one line, whatever it was.
  std::string line() const;
};

/// Puts a box to the right of another one, base to base.
void append(MathBox& left, const MathBox& right);

/// Cells in columns, each as wide as it needs; `right_aligned` ones at their
/// right end.
struct MathTable {
  std::vector<std::vector<std::string>> cells;
  std::size_t gap = 2;
  bool first_right_aligned = false;
};
MathBox lay_out(const MathTable& table);

/// A box in brackets as tall as it is. "." is no bracket.
MathBox fenced(const MathBox& box, std::string_view open,
               std::string_view close);

}  // namespace stage
