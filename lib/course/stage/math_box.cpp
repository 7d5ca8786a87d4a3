#include "course/stage/math_box.h"

#include <algorithm>
#include <map>

#include "course/stage/terminal.h"

namespace stage {
namespace {

void pad(std::string& text, std::size_t width) {
  text.append(width - std::min(width, display_width(text)), ' ');
}

// The pieces of a tall bracket: top, middle of three or more, the point of a
// brace, bottom.
struct Tall {
  std::string_view top, middle, point, bottom;
};

const Tall* tall_bracket(std::string_view bracket) {
  static const std::map<std::string_view, Tall> tall{
      {"(", {"⎛", "⎜", "⎜", "⎝"}}, {")", {"⎞", "⎟", "⎟", "⎠"}},
      {"[", {"⎡", "⎢", "⎢", "⎣"}}, {"]", {"⎤", "⎥", "⎥", "⎦"}},
      {"{", {"⎧", "⎪", "⎨", "⎩"}}, {"}", {"⎫", "⎪", "⎬", "⎭"}},
  };
  const auto found = tall.find(bracket);
  return found == tall.end() ? nullptr : &found->second;
}

MathBox bracket_box(std::string_view bracket, const MathBox& content) {
  MathBox box;
  const std::size_t last = content.rows.size() - 1;
  box.base = content.base;
  box.rows.assign(last + 1, std::string(bracket));
  const Tall* const tall = tall_bracket(bracket);
  if (last == 0 || tall == nullptr) return box;
  for (std::string& row : box.rows) row = tall->middle;
  if (last >= 2) box.rows[last / 2] = tall->point;
  box.rows.front() = tall->top;
  box.rows.back() = tall->bottom;
  return box;
}

}  // namespace

std::size_t MathBox::width() const {
  std::size_t width = 0;
  for (const std::string& row : rows)
    width = std::max(width, display_width(row));
  return width;
}

std::string MathBox::line() const {
  std::string text;
  for (const std::string& row : rows) {
    const std::size_t begin = row.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    const std::size_t end = row.find_last_not_of(' ') + 1;
    text += (text.empty() ? "" : "; ") + row.substr(begin, end - begin);
  }
  return is_line() ? rows[0] : text;
}

void append(MathBox& left, const MathBox& right) {
  const std::size_t above = std::max(left.base, right.base);
  const std::size_t below =
      std::max(left.rows.size() - left.base, right.rows.size() - right.base);
  const std::size_t width = left.width();
  std::vector<std::string> rows(above + below);
  for (std::size_t r = 0; r < left.rows.size(); ++r)
    rows[above - left.base + r] = left.rows[r];
  for (std::size_t r = 0; r < right.rows.size(); ++r) {
    std::string& row = rows[above - right.base + r];
    if (right.rows[r].empty()) continue;
    pad(row, width);
    row += right.rows[r];
  }
  left.rows = std::move(rows);
  left.base = above;
}

MathBox lay_out(const MathTable& table) {
  std::vector<std::size_t> widths;
  for (const auto& row : table.cells)
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c == widths.size()) widths.push_back(0);
      widths[c] = std::max(widths[c], display_width(row[c]));
    }
  MathBox box;
  box.rows.clear();
  std::size_t total = 0;
  for (const auto& row : table.cells) {
    std::string line;
    std::size_t end = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) end += table.gap;
      if (c == 0 && table.first_right_aligned)
        line.append(widths[0] - display_width(row[0]), ' ');
      pad(line, end);
      line += row[c];
      end += widths[c];
    }
    total = std::max(total, end);
    box.rows.push_back(line);
  }
  for (std::string& row : box.rows) pad(row, total);
  if (box.rows.empty()) box.rows.emplace_back();
  box.base = (box.rows.size() - 1) / 2;
  return box;
}

MathBox fenced(const MathBox& box, std::string_view open,
               std::string_view close) {
  MathBox result;
  if (!box.is_line()) {
    result.rows.assign(box.rows.size(), "");
    result.base = box.base;
  }
  const MathBox space(box.is_line() ? "" : " ");
  if (open != ".") {
    append(result, bracket_box(open, box));
    append(result, space);
  }
  append(result, box);
  if (close != ".") {
    append(result, space);
    append(result, bracket_box(close, box));
  }
  return result;
}

}  // namespace stage
