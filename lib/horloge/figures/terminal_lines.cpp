#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "horloge/core/error.h"
#include "horloge/figures/drawing_text.h"
#include "horloge/figures/palette.h"
#include "horloge/figures/plot_frame.h"
#include "horloge/figures/terminal_figures.h"

namespace horloge {
namespace {

using Line = Lines::Line;

void check(const Lines& lines) {
  for (const Line& line : lines.lines)
    if (line.x.size() != line.y.size())
      throw ShapeError(
          fmt::format("[draw] the curve \"{}\" needs as many y as x, got {} x and {} y", line.name,
                      line.x.size(), line.y.size()));
  if (!is_drawable(lines.y_low) || !is_drawable(lines.y_high) || lines.y_low > lines.y_high)
    throw ValueError(
        fmt::format("[draw] an axis needs finite y_low <= y_high, got y_low {} and y_high {}",
                    lines.y_low, lines.y_high));
}

struct Point {
  double x = 0;
  double y = 0;
};

bool has_place(const Point& p) { return is_drawable(p.x) && is_drawable(p.y); }

// The part of a segment inside the span; none if it lies wholly above or below.
std::optional<std::pair<Point, Point>> clipped(Point a, Point b, const Span& y) {
  if (std::max(a.y, b.y) < y.low || std::min(a.y, b.y) > y.high) return {};
  const auto moved_to = [=](const Point& p) {
    const double height = std::clamp(p.y, y.low, y.high);
    if (height == p.y) return p;
    return Point{a.x + (b.x - a.x) * ((height - a.y) / (b.y - a.y)), height};
  };
  return std::make_pair(moved_to(a), moved_to(b));
}

// Draws the curves of one figure.
class CurvePen {
 public:
  CurvePen(const PlotFrame& frame, DotCanvas& dots) : frame_(frame), dots_(dots) {}

  void draw(const Line& line, bool stairs, std::size_t series) {
    for (std::size_t i = 0; i < line.x.size(); ++i) {
      const Point from{line.x[i], line.y[i]};
      if (!has_place(from)) continue;
      segment(from, from, series);  // an isolated point is a dot
      if (i + 1 == line.x.size()) return;
      const Point to{line.x[i + 1], line.y[i + 1]};
      if (!has_place(to)) continue;
      const Point corner = stairs ? Point{to.x, from.y} : from;
      segment(from, corner, series);
      segment(corner, to, series);
    }
  }

 private:
  void segment(Point a, Point b, std::size_t series) {
    if (const auto part = clipped(a, b, frame_.y()))
      dots_.line(frame_.dot(part->first.x, part->first.y),
                 frame_.dot(part->second.x, part->second.y), series);
  }

  const PlotFrame& frame_;
  DotCanvas& dots_;
};

std::string legend(const Lines& lines, bool braille, const Canvas& canvas) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    LegendEntry entry;
    entry.mark = braille ? "──" : std::string(1, series_mark(i));
    if (canvas.colour) entry.colour = series_colour(i);
    entry.name = lines.lines[i].name;
    if (!entry.name.empty()) entries.push_back(entry);
  }
  return legend_text(entries, canvas);
}

}  // namespace

std::string draw_lines(const Lines& lines, const Canvas& canvas) {
  check(lines);
  SpanFinder x, y;
  for (const Line& line : lines.lines)
    for (std::size_t i = 0; i < line.x.size(); ++i)
      if (has_place(Point{line.x[i], line.y[i]})) {
        x.add(line.x[i]);
        y.add(line.y[i]);
      }
  const std::string title = title_text(lines.title, canvas);
  if (x.empty()) return title + plain_text("(nothing to draw: no points)", canvas);

  const bool fixed = lines.y_low < lines.y_high;
  const PlotFrame frame(x.span(), fixed ? Span{lines.y_low, lines.y_high} : y.span(), false,
                        canvas);
  // Without colour, several curves need different markers.
  const bool braille = canvas.utf8 && (canvas.colour || lines.lines.size() == 1);
  DotCanvas dots(frame.rows(), frame.columns(), braille);
  CurvePen pen(frame, dots);
  for (std::size_t i = 0; i < lines.lines.size(); ++i) pen.draw(lines.lines[i], lines.stairs, i);

  Screen screen = frame.blank();
  frame.draw_axes(screen);
  dots.paint(screen, 0, frame.left(), canvas.colour);
  return title + plain_text(lines.y_label, canvas) + screen.text(canvas.colour) +
         centred_text(lines.x_label, frame.left(), frame.columns(), canvas) +
         legend(lines, braille, canvas);
}

}  // namespace horloge
