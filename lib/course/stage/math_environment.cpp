#include "course/stage/math_environment.h"

#include <algorithm>

namespace stage {
namespace {

bool is_matrix(const std::string& name) {
  return name.find("matrix") != std::string::npos || name == "array";
}

bool is_cases(const std::string& name) {
  return name.find("cases") != std::string::npos;
}

// A minus stands out to the left of its column.
void align_signs(MathCells& cells) {
  std::size_t columns = 0;
  for (const auto& row : cells) columns = std::max(columns, row.size());
  for (std::size_t c = 0; c < columns; ++c) {
    const bool has_minus =
        std::any_of(cells.begin(), cells.end(), [=](const auto& row) {
          return c < row.size() && !row[c].empty() && row[c][0] == '-';
        });
    if (!has_minus) continue;
    for (auto& row : cells)
      if (c < row.size() && !row[c].empty() && row[c][0] != '-')
        row[c].insert(0, " ");
  }
}

MathBox in_brackets(const MathBox& box, const std::string& name) {
  if (is_cases(name)) return fenced(box, "{", ".");
  if (name == "pmatrix") return fenced(box, "(", ")");
  if (name == "bmatrix") return fenced(box, "[", "]");
  if (name == "vmatrix") return fenced(box, "|", "|");
  return box;
}

// Commas stand between cells that have spaces of their own.
MathBox on_one_line(const std::string& name, const MathCells& cells) {
  bool spaced = is_cases(name);
  for (const auto& row : cells)
    for (const std::string& cell : row)
      spaced =
          spaced || (is_matrix(name) && cell.find(' ') != std::string::npos);
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (const std::string& cell : row) {
      const bool comma = spaced && !line.empty() && line.back() != ',';
      if (!line.empty() && !cell.empty()) line += comma ? ", " : " ";
      line += cell;
    }
    if (!line.empty()) text += (text.empty() ? "" : "; ") + line;
  }
  const MathBox box(text);
  if (is_cases(name)) return fenced(box, "{", "}");
  return is_matrix(name) ? fenced(box, "[", "]") : box;
}

}  // namespace

MathBox environment(const std::string& name, MathCells cells, bool tall) {
  if (!tall || cells.size() < 2) return on_one_line(name, cells);
  MathTable table;
  if (is_matrix(name)) {
    align_signs(cells);
  } else if (!is_cases(name)) {
    table.gap = 1;
    table.first_right_aligned = name != "gathered";
  }
  table.cells = std::move(cells);
  return in_brackets(lay_out(table), name);
}

}  // namespace stage
