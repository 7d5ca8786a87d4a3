#include "bench/growth/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

struct Curve {
  std::string name;
  std::vector<double> x, y;
};

struct Panel {
  std::string title, x_label;
  std::vector<Curve> curves;
};

// Pixels. A panel has its axis labels at the left and below, and the names of the curves at the
// right.
constexpr double panel_width = 430, panel_height = 300;
constexpr double left = 58, right = 112, top = 36, bottom = 48;
constexpr double label_height = 15;

constexpr const char* style = R"(<style>
  svg { color: #1f2328; }
  text { font: 12px sans-serif; fill: currentColor; }
  .title { font-weight: bold; }
  .page { fill: #ffffff; }
  .grid { stroke: #d1d9e0; }
  .proportion { stroke: #818b98; stroke-dasharray: 1 4; }
  .curve { fill: none; stroke: currentColor; stroke-width: 2; }
  .mark { fill: currentColor; }
  .c0 { color: #0969da; }
  .c1 { color: #bc4c00; }
  .c2 { color: #1a7f37; }
  @media (prefers-color-scheme: dark) {
    svg { color: #f0f6fc; }
    .page { fill: #0d1117; }
    .grid { stroke: #30363d; }
    .proportion { stroke: #6e7681; }
    .c0 { color: #58a6ff; }
    .c1 { color: #f0883e; }
    .c2 { color: #3fb950; }
  }
</style>
)";

// A logarithmic axis, from a pixel to another.
struct Axis {
  double low, high, first_pixel, last_pixel;
  double at(double value) const {
    return first_pixel + std::log(value / low) / std::log(high / low) * (last_pixel - first_pixel);
  }
  bool holds(double value) const { return value >= low * 0.999 && value <= high * 1.001; }
};

// Some room is left around the curves.
Axis axis(const std::vector<Curve>& curves, const std::vector<double> Curve::*numbers, double room,
          double first_pixel, double last_pixel) {
  Axis axis{INFINITY, 0, first_pixel, last_pixel};
  for (const Curve& curve : curves)
    for (const double number : curve.*numbers) {
      axis.low = std::min(axis.low, number);
      axis.high = std::max(axis.high, number);
    }
  axis.low /= room;
  axis.high *= room;
  return axis;
}

std::string line(const char* kind, double x1, double y1, double x2, double y2) {
  return fmt::format(
      "<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind, x1,
      y1, x2, y2);
}

std::string text(const std::string& attributes, double x, double y, const std::string& words) {
  return fmt::format("<text {} x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", attributes, x, y, words);
}

std::string x_axis(const Axis& x, const Axis& y) {
  std::string out;
  for (double tick = 1; tick <= x.high * 1.001; tick *= 2) {
    if (!x.holds(tick)) continue;
    out += line("grid", x.at(tick), y.first_pixel, x.at(tick), y.last_pixel);
    const bool named = std::lround(std::log2(tick)) % 2 == 0;
    if (named)
      out +=
          text("text-anchor=\"middle\"", x.at(tick), y.first_pixel + 16, fmt::format("{}", tick));
  }
  return out;
}

std::string y_axis(const Axis& x, const Axis& y) {
  const std::vector<double> steps =
      y.high > 100 * y.low ? std::vector<double>{1, 3} : std::vector<double>{1, 2, 5};
  std::string out;
  for (double decade = 1e-3; decade < y.high; decade *= 10)
    for (const double step : steps) {
      const double tick = step * decade;
      if (!y.holds(tick)) continue;
      out += line("grid", x.first_pixel, y.at(tick), x.last_pixel, y.at(tick));
      out +=
          text("text-anchor=\"end\"", x.first_pixel - 6, y.at(tick) + 4, fmt::format("{:g}", tick));
    }
  return out;
}

// Dotted lines along which y grows as x does, cut off where the panel ends.
std::string proportions(const Axis& x, const Axis& y) {
  std::string out;
  for (double start = y.low * x.low / x.high; start < y.high; start *= 4) {
    const double from = std::max(x.low, x.low * y.low / start);
    const double to = std::min(x.high, x.low * y.high / start);
    if (from < to)
      out += line("proportion", x.at(from), y.at(start * from / x.low), x.at(to),
                  y.at(start * to / x.low));
  }
  return out;
}

std::string curve(const Curve& curve, std::size_t number, const Axis& x, const Axis& y) {
  std::string points, marks;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    points += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", x.at(curve.x[i]), y.at(curve.y[i]));
    marks += fmt::format("<circle class=\"mark c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n",
                         number, x.at(curve.x[i]), y.at(curve.y[i]));
  }
  return fmt::format("<polyline class=\"curve c{}\" points=\"{}\"/>\n", number, points) + marks;
}

// The name of each curve at its end; those that would overlap move apart.
std::string names(const std::vector<Curve>& curves, const Axis& x, const Axis& y) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < curves.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return curves[a].y.back() > curves[b].y.back(); });
  std::string out;
  double lowest = 0;
  for (const std::size_t i : order) {
    const double at = std::max(y.at(curves[i].y.back()) + 4, lowest + label_height);
    out += text(fmt::format("class=\"c{}\"", i), x.last_pixel + 8, at, curves[i].name);
    lowest = at;
  }
  return out;
}

std::string panel(const Panel& panel, double x0, double y0) {
  const Axis x = axis(panel.curves, &Curve::x, 1, x0 + left, x0 + panel_width - right);
  const Axis y = axis(panel.curves, &Curve::y, 1.3, y0 + panel_height - bottom, y0 + top);
  std::string out = text("class=\"title\"", x0 + left, y0 + top - 14, panel.title);
  out += x_axis(x, y) + y_axis(x, y) + proportions(x, y);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) out += curve(panel.curves[i], i, x, y);
  out += names(panel.curves, x, y);
  return out + text("text-anchor=\"middle\"", (x.first_pixel + x.last_pixel) / 2,
                    y.first_pixel + 36, panel.x_label);
}

// A series over its sizes, or over how many times as large as the first they are.
Curve curve_of(const Series& series, bool relative, double Cost::*what) {
  Curve curve{series.name, {}, {}};
  for (std::size_t i = 0; i < series.costs.size(); ++i) {
    const auto size = static_cast<double>(series.sizes[i]);
    curve.x.push_back(relative ? size / static_cast<double>(series.sizes[0]) : size);
    curve.y.push_back(series.costs[i].*what);
  }
  return curve;
}

// Time and memory against T, then against the other sizes.
std::vector<Panel> panels_of(const std::vector<Series>& all) {
  std::vector<Panel> panels;
  for (const bool relative : {false, true})
    for (const bool time : {true, false}) {
      Panel panel{time ? "Milliseconds a step" : "Peak memory, MB",
                  (relative ? "times as large" : "T") + std::string(" (dotted: in proportion)"),
                  {}};
      for (const Series& series : all)
        if ((series.letter != "T") == relative)
          panel.curves.push_back(
              curve_of(series, relative, time ? &Cost::milliseconds : &Cost::peak_megabytes));
      panels.push_back(panel);
    }
  return panels;
}

}  // namespace

std::string figure(const std::vector<Series>& all) {
  const std::vector<Panel> panels = panels_of(all);
  const std::size_t rows = (panels.size() + 1) / 2;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n{2}<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>\n",
      2 * panel_width, static_cast<double>(rows) * panel_height, style);
  for (std::size_t i = 0; i < panels.size(); ++i)
    out += panel(panels[i], static_cast<double>(i % 2) * panel_width,
                 static_cast<double>(i / 2) * panel_height);
  return out + "</svg>\n";
}

}  // namespace bench
