#include "horloge/figures/plot_frame.h"

#include <algorithm>
#include <cmath>

#include "horloge/text/width.h"

namespace horloge {
namespace {

constexpr std::size_t rows_a_tick = 4;
constexpr std::size_t columns_a_tick = 10;

std::size_t tick_count(std::size_t cells, std::size_t cells_a_tick) {
  return std::max<std::size_t>(2, cells / cells_a_tick + 1);
}

std::size_t widest(const std::vector<Tick>& ticks) {
  std::size_t width = 0;
  for (const Tick& tick : ticks) width = std::max(width, display_width(tick.label));
  return width;
}

double last_dot(std::size_t cells, std::size_t dots_a_cell) {
  return static_cast<double>(cells * dots_a_cell - 1);
}

Span widened(Span span, double length) {
  const double middle = span.low + (span.high - span.low) / 2;
  return {middle - length / 2, middle + length / 2};
}

// A point halfway between two dots goes to the higher number, whichever way it was rounded.
std::ptrdiff_t nearest_dot(double place) {
  const double far = 1e6;  // far outside of any canvas
  return static_cast<std::ptrdiff_t>(std::floor(std::clamp(place, -far, far) + 0.5 + 1e-4));
}

}  // namespace

PlotFrame::PlotFrame(Span x, Span y, bool same_scale, const Canvas& canvas)
    : canvas_(canvas), x_(x), y_(y) {
  lay_out(same_scale);
}

void PlotFrame::lay_out(bool same_scale) {
  rows_ = std::max<std::size_t>(canvas_.height, 2);
  const Span x = x_;
  const Span y = y_;
  std::size_t label_width = widest(ticks(y, tick_count(rows_, rows_a_tick)));
  while (true) {
    rows_ = std::max<std::size_t>(canvas_.height, 2);
    left_ = std::min(label_width, canvas_.width / 2) + 1;
    columns_ = std::max<std::size_t>(canvas_.width - std::min(left_, canvas_.width), 1);
    if (!same_scale) return;
    x_ = x;
    y_ = y;
    equalize();
    const std::size_t needed = widest(ticks(y_, tick_count(rows_, rows_a_tick)));
    if (needed <= label_width) return;
    label_width = needed;
  }
}

void PlotFrame::equalize() {
  const double dots_x = last_dot(columns_, DotCanvas::dots_across);
  const double dots_y = last_dot(rows_, DotCanvas::dots_down);
  const double unit = std::max((x_.high - x_.low) / dots_x, (y_.high - y_.low) / dots_y);
  const auto cells = [=](const Span& span, std::size_t dots_a_cell) {
    const double dots = (span.high - span.low) / unit + 1;
    return static_cast<std::size_t>(std::ceil(dots / static_cast<double>(dots_a_cell) - 1e-6));
  };
  columns_ = std::clamp<std::size_t>(cells(x_, DotCanvas::dots_across), 1, columns_);
  rows_ = std::clamp<std::size_t>(cells(y_, DotCanvas::dots_down), 2, rows_);
  x_ = widened(x_, unit * last_dot(columns_, DotCanvas::dots_across));
  y_ = widened(y_, unit * last_dot(rows_, DotCanvas::dots_down));
}

Dot PlotFrame::dot(double x, double y) const {
  const double dots_x = last_dot(columns_, DotCanvas::dots_across);
  const double dots_y = last_dot(rows_, DotCanvas::dots_down);
  return {nearest_dot(x_.place(x) * dots_x), nearest_dot((1 - y_.place(y)) * dots_y)};
}

void PlotFrame::draw_axes(Screen& screen) const {
  const std::string up = canvas_.utf8 ? "│" : "|";
  const std::string along = canvas_.utf8 ? "─" : "-";
  for (std::size_t row = 0; row < rows_; ++row) screen.put(row, left_ - 1, up);
  for (std::size_t column = 0; column < columns_; ++column)
    screen.put(rows_, left_ + column, along);
  screen.put(rows_, left_ - 1, canvas_.utf8 ? "└" : "+");

  std::size_t next_free = 0;
  const std::vector<Tick> y_ticks = ticks(y_, tick_count(rows_, rows_a_tick));
  for (auto tick = y_ticks.rbegin(); tick != y_ticks.rend(); ++tick) {
    const Dot at = dot(x_.low, tick->value);
    const std::size_t row =
        static_cast<std::size_t>(std::max<std::ptrdiff_t>(at.y, 0)) / DotCanvas::dots_down;
    if (row < next_free || row >= rows_) continue;
    next_free = row + 1;
    const std::string label = cut_to_width(tick->label, left_ - 1);
    screen.put(row, left_ - 1 - display_width(label), label);
    screen.put(row, left_ - 1, canvas_.utf8 ? "┤" : "+");
  }

  std::vector<PlacedLabel> labels;
  for (const Tick& tick : ticks(x_, tick_count(columns_, columns_a_tick))) {
    const Dot at = dot(tick.value, y_.low);
    const auto column = left_ + static_cast<std::size_t>(std::max<std::ptrdiff_t>(at.x, 0)) /
                                    DotCanvas::dots_across;
    screen.put(rows_, column, canvas_.utf8 ? "┬" : "+");
    labels.push_back({column, tick.label});
  }
  put_labels(screen, rows_ + 1, canvas_.width, labels);
}

void put_labels(Screen& screen, std::size_t row, std::size_t screen_columns,
                const std::vector<PlacedLabel>& labels) {
  std::size_t next_free = 0;
  for (const PlacedLabel& label : labels) {
    const std::size_t width = display_width(label.text);
    if (width > screen_columns) continue;
    std::size_t column = label.column - std::min(label.column, width / 2);
    column = std::min(column, screen_columns - width);
    if (column < next_free) continue;
    screen.put(row, column, label.text);
    next_free = column + width + 1;
  }
}

}  // namespace horloge
