#include <fmt/format.h>

#include <algorithm>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/figures/colour_scale.h"
#include "horloge/figures/drawing_text.h"
#include "horloge/figures/heat_map_labels.h"
#include "horloge/figures/plot_frame.h"
#include "horloge/figures/shrink.h"
#include "horloge/figures/terminal_figures.h"
#include "horloge/text/width.h"

namespace horloge {
namespace {

void check(const HeatMap& map) {
  const auto [R, C] = dims<2>(map.values.shape(), "[draw] values of a heat map (rows, columns)");
  const auto check_names = [&](const std::vector<std::string>& names, std::size_t count,
                               const char* what) {
    if (!names.empty() && names.size() != count)
      throw ShapeError(fmt::format("[draw] a heat map {} needs {} {} names or none, got {}",
                                   to_string(map.values.shape()), count, what, names.size()));
  };
  check_names(map.row_names, R, "row");
  check_names(map.column_names, C, "column");
}

class HeatMapDrawing {
 public:
  HeatMapDrawing(const HeatMap& map, const Canvas& canvas)
      : map_(map),
        canvas_(canvas),
        rows_(map.values.shape(0)),
        columns_(map.values.shape(1)),
        scale_(map.values, map.low, map.high, canvas) {
    lay_out_rows();
    lay_out_columns();
    const std::size_t most_columns = std::max<std::size_t>(1, room());
    shrunk_ = shrink(map.values, most_rows(), heads_.texts.empty() ? most_columns : columns_);
    if (heads_.texts.empty())
      heads_.cell_width = std::clamp<std::size_t>(room() / shown_columns(), 1, 4);
    halves_ = canvas.colour && canvas.utf8 && !row_names_ && shown_rows() > canvas.height;
  }

  std::string text() const {
    return title_text(map_.title, canvas_) + axis_names() + cells() +
           (heads_.texts.empty()
                ? centred_text(map_.x_label, left_, shown_columns() * heads_.cell_width, canvas_)
                : "") +
           plain_text(column_legend(), canvas_) + scale_.text(canvas_) +
           plain_text(notes(), canvas_);
  }

 private:
  // Half blocks show two rows per line. Without them just as many rows are shown.
  std::size_t most_rows() const { return 2 * std::max<std::size_t>(canvas_.height, 1); }
  std::size_t room() const { return canvas_.width - std::min(left_, canvas_.width); }
  std::size_t shown_rows() const { return shrunk_.values.shape(0); }
  std::size_t shown_columns() const { return shrunk_.values.shape(1); }
  std::size_t line_count() const { return halves_ ? (shown_rows() + 1) / 2 : shown_rows(); }

  void lay_out_rows() {
    row_names_ = !map_.row_names.empty() && rows_ <= most_rows();
    std::size_t widest = 0;
    for (const std::string& name : map_.row_names) widest = std::max(widest, display_width(name));
    name_width_ = std::min(widest, canvas_.width / 3);
    left_ = (row_names_ ? name_width_ : index_width(rows_)) + 1;
  }

  // Names above the columns, or numbers. If the rows have the same names, they get the numbers too.
  void lay_out_columns() {
    if (map_.column_names.empty()) return;
    heads_ = column_heads(map_.column_names, room());
    const bool same_names = row_names_ && map_.row_names == map_.column_names;
    if (!heads_.numbered || !same_names) return;
    const std::size_t number_width = index_width(rows_) + 1;
    const ColumnHeads narrower =
        column_heads(map_.column_names, room() - std::min(room(), number_width));
    if (narrower.texts.empty()) return;
    heads_ = narrower;
    rows_numbered_ = true;
    left_ += number_width;
  }

  std::string axis_names() const {
    if (heads_.texts.empty()) return plain_text(map_.y_label, canvas_);
    std::string names;
    if (!map_.y_label.empty()) names = "rows: " + map_.y_label;
    if (!map_.x_label.empty())
      names += (names.empty() ? "" : ", ") + std::string("columns: ") + map_.x_label;
    return plain_text(names, canvas_);
  }

  std::string cells() const {
    const std::size_t top = heads_.texts.empty() ? 0 : 1;
    Screen screen(top + line_count() + 1, canvas_.width);
    put_row_labels(screen, top);
    for (std::size_t r = 0; r < shown_rows(); ++r)
      for (std::size_t c = 0; c < shown_columns(); ++c) put_cell(screen, top, r, c);
    put_column_labels(screen, top == 1 ? 0 : line_count());
    std::string text = screen.text(canvas_.colour);
    if (top == 1) text.pop_back();  // no numbers below
    return text;
  }

  void put_row_labels(Screen& screen, std::size_t top) const {
    if (!row_names_) {
      const std::size_t lines = line_count();
      for (const std::size_t i : round_indices(rows_, lines <= 12 ? lines : lines / 4 + 1)) {
        const std::string label = std::to_string(i);
        const std::size_t row = i / shrunk_.row_step;
        screen.put(top + (halves_ ? row / 2 : row), left_ - 1 - label.size(), label);
      }
      return;
    }
    for (std::size_t r = 0; r < rows_; ++r) {
      if (rows_numbered_) screen.put(top + r, 0, fmt::format("{:>{}}", r, index_width(rows_)));
      const std::string name = cut_to_width(map_.row_names[r], name_width_);
      screen.put(top + r, left_ - 1 - name_width_, name);
    }
  }

  void put_column_labels(Screen& screen, std::size_t row) const {
    std::vector<PlacedLabel> labels;
    const auto add = [&](std::size_t column, const std::string& text) {
      labels.push_back({left_ + column * heads_.cell_width + heads_.cell_width / 2, text});
    };
    for (std::size_t c = 0; c < heads_.texts.size(); ++c) add(c, heads_.texts[c]);
    const std::size_t width = shown_columns() * heads_.cell_width;
    if (heads_.texts.empty())
      for (const std::size_t i : round_indices(columns_, width / 6 + 1))
        add(i / shrunk_.column_step, std::to_string(i));
    put_labels(screen, row, canvas_.width, labels);
  }

  void put_cell(Screen& screen, std::size_t top, std::size_t r, std::size_t c) const {
    const double value = shrunk_.values(r, c);
    const std::size_t column = left_ + c * heads_.cell_width;
    if (halves_) {
      if (r % 2 == 0) put_halves(screen, top + r / 2, column, r, c);
      return;
    }
    for (std::size_t i = 0; i < heads_.cell_width; ++i)
      if (!is_drawable(value))
        screen.put(top + r, column + i, "?");
      else if (canvas_.colour)
        screen.put(top + r, column + i, " ", {Ink::none, scale_.colour(value)});
      else
        screen.put(top + r, column + i, scale_.character(value));
  }

  // Row r in the upper half of a line of text, row r + 1 in the lower.
  void put_halves(Screen& screen, std::size_t line, std::size_t column, std::size_t r,
                  std::size_t c) const {
    const auto colour = [&](std::size_t row) {
      if (row >= shown_rows() || !is_drawable(shrunk_.values(row, c))) return Ink::none;
      return scale_.colour(shrunk_.values(row, c));
    };
    const int upper = colour(r);
    const int lower = colour(r + 1);
    for (std::size_t i = 0; i < heads_.cell_width; ++i)
      if (upper != Ink::none)
        screen.put(line, column + i, "▀", {upper, lower});
      else if (lower != Ink::none)
        screen.put(line, column + i, "▄", {lower, Ink::none});
      else
        screen.put(line, column + i, "?");
  }

  std::string column_legend() const {
    std::string legend;
    if (!heads_.numbered || rows_numbered_) return legend;
    for (std::size_t c = 0; c < columns_; ++c)
      legend += fmt::format("{}{} {}", c == 0 ? "columns: " : ", ", c, map_.column_names[c]);
    return legend;
  }

  std::string notes() const {
    std::string notes;
    const auto add = [&](const std::string& note) { notes += (notes.empty() ? "" : " ") + note; };
    if (shrunk_.column_step > 1)
      add(fmt::format("Each column is the mean of {} columns.", shrunk_.column_step));
    if (shrunk_.row_step > 1)
      add(fmt::format("Each row is the mean of {} rows.", shrunk_.row_step));
    if (!map_.row_names.empty() && !row_names_) add("There is no room for the names of the rows.");
    if (!map_.column_names.empty() && heads_.texts.empty())
      add("There is no room for the names of the columns.");
    const auto count = std::count_if(map_.values.begin(), map_.values.end(),
                                     [](real value) { return !is_drawable(value); });
    if (count > 0) add(fmt::format("NaN or infinite: {}.", count));
    return notes;
  }

  const HeatMap& map_;
  const Canvas& canvas_;
  std::size_t rows_;
  std::size_t columns_;
  ColourScale scale_;
  std::size_t left_ = 0;  // columns before the first cell
  std::size_t name_width_ = 0;
  bool row_names_ = false;
  bool rows_numbered_ = false;
  ColumnHeads heads_;
  Shrunk shrunk_;
  bool halves_ = false;
};

}  // namespace

std::string draw_heat_map(const HeatMap& map, const Canvas& canvas) {
  check(map);
  if (map.values.size() == 0)
    return title_text(map.title, canvas) + plain_text("(nothing to draw: no numbers)", canvas);
  return HeatMapDrawing(map, canvas).text();
}

}  // namespace horloge
