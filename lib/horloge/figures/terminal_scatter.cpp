#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/figures/drawing_text.h"
#include "horloge/figures/palette.h"
#include "horloge/figures/plot_frame.h"
#include "horloge/figures/terminal_figures.h"
#include "horloge/text/width.h"

namespace horloge {
namespace {

// More points than this are drawn as dots: markers would cover one another.
constexpr std::size_t most_marks = 60;

constexpr std::size_t longest_name = 16;

void check(const Scatter& scatter) {
  const auto [N, two] = dims<2>(scatter.points.shape(), "[draw] points (N, 2)");
  if (two != 2)
    throw ShapeError(fmt::format("[draw] points must have shape (N, 2), got {}",
                                 to_string(scatter.points.shape())));
  const auto check_count = [N = N](std::size_t count, const char* what) {
    if (count != 0 && count != N)
      throw ShapeError(
          fmt::format("[draw] {} points need as many {} or none, got {}", N, what, count));
  };
  check_count(scatter.names.size(), "names");
  check_count(scatter.groups.size(), "groups");
}

class ScatterDrawing {
 public:
  ScatterDrawing(const Scatter& scatter, const PlotFrame& frame, const Canvas& canvas)
      : scatter_(scatter), frame_(frame), canvas_(canvas), screen_(frame.blank()) {
    const std::size_t N = scatter.points.shape(0);
    marks_ = !canvas.utf8 || N <= most_marks || (!canvas.colour && !scatter.groups.empty());
    frame_.draw_axes(screen_);
    put_lines_and_dots();
    if (marks_)
      for (std::size_t i = 0; i < N; ++i) put_mark(i);
    for (std::size_t i = 0; i < scatter.names.size(); ++i) put_name(i);
  }

  std::string text() const {
    return title_text(scatter_.title, canvas_) + plain_text(scatter_.y_label, canvas_) +
           screen_.text(canvas_.colour) +
           centred_text(scatter_.x_label, frame_.left(), frame_.columns(), canvas_) + legend() +
           plain_text(notes(), canvas_);
  }

 private:
  struct Place {
    std::size_t row = 0;
    std::size_t column = 0;
  };

  std::optional<Dot> dot(std::size_t i) const {
    const double x = scatter_.points(i, 0);
    const double y = scatter_.points(i, 1);
    if (!is_drawable(x) || !is_drawable(y)) return {};
    return frame_.dot(x, y);
  }

  std::optional<Place> place(std::size_t i) const {
    const auto at = dot(i);
    if (!at) return {};
    return Place{static_cast<std::size_t>(at->y) / DotCanvas::dots_down,
                 frame_.left() + static_cast<std::size_t>(at->x) / DotCanvas::dots_across};
  }

  std::size_t group(std::size_t i) const {
    return scatter_.groups.empty() ? 0 : scatter_.groups[i];
  }

  Ink ink(std::size_t group) const {
    Ink ink;
    if (canvas_.colour) ink.colour = series_colour(group);
    return ink;
  }

  std::string mark(std::size_t group) const {
    return scatter_.groups.empty() ? "o" : std::string(1, series_mark(group));
  }

  void put_lines_and_dots() {
    DotCanvas dots(frame_.rows(), frame_.columns(), canvas_.utf8);
    for (std::size_t i = 0; i < scatter_.points.shape(0); ++i) {
      const auto from = dot(i);
      if (!from) continue;
      if (!marks_) dots.set(*from, group(i));
      if (!scatter_.joined || i + 1 == scatter_.points.shape(0)) continue;
      if (const auto to = dot(i + 1)) dots.line(*from, *to, group(i));
    }
    dots.paint(screen_, 0, frame_.left(), canvas_.colour, '.');
  }

  void put_mark(std::size_t i) {
    if (const auto at = place(i)) {
      screen_.put(at->row, at->column, mark(group(i)), ink(group(i)));
      taken_.push_back({at->row, at->column, at->column + 1});
    }
  }

  // Right of its point, left of it, above or below, at the first place that covers nothing: apart
  // from other names if possible, else close to them. At worst a name covers a line between points,
  // never a marker or another name.
  void put_name(std::size_t i) {
    const std::string name = cut_to_width(scatter_.names[i], longest_name);
    const std::size_t width = display_width(name);
    const auto at = place(i);
    if (width == 0) return;
    for (const auto& [margin, over_lines] : {std::pair(2U, false), {1U, false}, {1U, true}}) {
      if (!at) break;
      for (const Place& choice : name_places(*at, width))
        if (has_room(choice, width, margin, over_lines, *at)) {
          screen_.put(choice.row, choice.column, name, ink(group(i)));
          taken_.push_back({choice.row, choice.column, choice.column + width});
          return;
        }
    }
    ++dropped_names_;
  }

  // In a joined figure the outer side is tried first.
  std::array<Place, 6> name_places(const Place& at, std::size_t width) const {
    const std::size_t middle = at.column - std::min(at.column, width / 2);
    const Place left{at.row, at.column - std::min(at.column, width + 1)};
    const Place right{at.row, at.column + 2};
    const bool outer_left = scatter_.joined && at.column < frame_.left() + frame_.columns() / 2;
    return {outer_left ? left : right,        outer_left ? right : left,
            Place{at.row - 1, middle},        Place{at.row + 1, middle},
            Place{at.row - 1, at.column + 1}, Place{at.row + 1, at.column + 1}};
  }

  struct Stretch {
    std::size_t row, begin, end;
  };

  // `own` is the marker of the point itself, which may be close.
  bool has_room(const Place& at, std::size_t width, std::size_t margin, bool over_lines,
                const Place& own) const {
    const std::size_t end = at.column + width;
    if (at.row >= frame_.rows() || at.column < frame_.left() || end > canvas_.width) return false;
    for (const Stretch& stretch : taken_) {
      if (stretch.row != at.row) continue;
      const bool is_own = stretch.row == own.row && stretch.begin == own.column;
      const std::size_t apart = is_own ? 1 : margin;
      if (at.column < stretch.end + apart && stretch.begin < end + apart) return false;
    }
    for (std::size_t column = at.column; column < end && !over_lines; ++column)
      if (!screen_.is_free(at.row, column)) return false;
    return true;
  }

  std::string legend() const {
    std::vector<LegendEntry> entries;
    for (std::size_t g = 0; g < scatter_.group_names.size(); ++g)
      if (!scatter_.group_names[g].empty())
        entries.push_back({marks_ ? mark(g) : "•", ink(g).colour, scatter_.group_names[g]});
    return legend_text(entries, canvas_);
  }

  std::string notes() const {
    std::size_t missing = 0;
    for (std::size_t i = 0; i < scatter_.points.shape(0); ++i)
      if (!dot(i)) ++missing;
    std::string notes;
    if (dropped_names_ > 0)
      notes = fmt::format("There is no room for {} of the names. ", dropped_names_);
    if (missing > 0) notes += fmt::format("NaN or infinite points: {}.", missing);
    return notes;
  }

  const Scatter& scatter_;
  const PlotFrame& frame_;
  const Canvas& canvas_;
  Screen screen_;
  bool marks_ = true;
  std::vector<Stretch> taken_;
  std::size_t dropped_names_ = 0;
};

// A margin, so that no point lies on an axis.
Span with_margin(const Span& span) {
  const double margin = 0.04 * (span.high - span.low);
  return {span.low - margin, span.high + margin};
}

}  // namespace

std::string draw_scatter(const Scatter& scatter, const Canvas& canvas) {
  check(scatter);
  SpanFinder x, y;
  for (std::size_t i = 0; i < scatter.points.shape(0); ++i)
    if (is_drawable(scatter.points(i, 0)) && is_drawable(scatter.points(i, 1))) {
      x.add(scatter.points(i, 0));
      y.add(scatter.points(i, 1));
    }
  if (x.empty())
    return title_text(scatter.title, canvas) + plain_text("(nothing to draw: no points)", canvas);
  const PlotFrame frame(with_margin(x.span()), with_margin(y.span()), scatter.same_scale, canvas);
  return ScatterDrawing(scatter, frame, canvas).text();
}

}  // namespace horloge
