#include "horloge/figures/figure_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/figures/graph_layers.h"
#include "horloge/text/width.h"

namespace horloge {
namespace {

using nlohmann::json;

// The double that is printed with these digits.
json with_digits(double x, const std::string& digits) {
  if (std::isnan(x)) return nullptr;
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  if (x == std::trunc(x) && std::abs(x) < 1e9) return static_cast<std::int64_t>(x);
  return std::strtod(digits.c_str(), nullptr);
}

json written(real x) { return with_digits(static_cast<double>(x), fmt::format("{}", x)); }

json written_short(double x) { return with_digits(x, fmt::format("{:.9g}", x)); }

json written(const Array& matrix, const char* name, const char* shape) {
  if (matrix.dimension() != 2)
    throw ShapeError(fmt::format("[json_of] {} must have shape {}, got {}", name, shape,
                                 to_string(matrix.shape())));
  json rows = json::array();
  for (std::size_t r = 0; r < matrix.shape(0); ++r) {
    json row = json::array();
    for (std::size_t c = 0; c < matrix.shape(1); ++c) row.push_back(written(matrix(r, c)));
    rows.push_back(std::move(row));
  }
  return rows;
}

json written(const std::vector<double>& numbers) {
  json all = json::array();
  for (const double x : numbers) all.push_back(written_short(x));
  return all;
}

void put(json& out, const char* name, const std::string& text) {
  if (!text.empty()) out[name] = text;
}

template <class T>
void put(json& out, const char* name, const std::vector<T>& list) {
  if (!list.empty()) out[name] = list;
}

void put(json& out, const char* name, double x) {
  if (x != 0) out[name] = written_short(x);
}

void put(json& out, const char* name, bool is_so) {
  if (is_so) out[name] = true;
}

template <class F>
json titled(const char* kind, const F& figure) {
  json out = {{"kind", kind}};
  put(out, "title", figure.title);
  return out;
}

template <class F>
json labelled(const char* kind, const F& figure) {
  json out = titled(kind, figure);
  put(out, "x_label", figure.x_label);
  put(out, "y_label", figure.y_label);
  return out;
}

json written_figure(const HeatMap& map) {
  json out = labelled("heat_map", map);
  out["values"] = written(map.values, "values", "(rows, columns)");
  put(out, "low", map.low);
  put(out, "high", map.high);
  put(out, "row_names", map.row_names);
  put(out, "column_names", map.column_names);
  return out;
}

json written_figure(const Lines& lines) {
  json out = labelled("lines", lines);
  json& all = out["lines"] = json::array();
  for (const Lines::Line& line : lines.lines) {
    json one = {{"x", written(line.x)}, {"y", written(line.y)}};
    put(one, "name", line.name);
    all.push_back(std::move(one));
  }
  put(out, "y_low", lines.y_low);
  put(out, "y_high", lines.y_high);
  put(out, "stairs", lines.stairs);
  return out;
}

json written_figure(const Scatter& scatter) {
  json out = labelled("scatter", scatter);
  out["points"] = written(scatter.points, "points", "(N, 2)");
  put(out, "names", scatter.names);
  put(out, "groups", scatter.groups);
  put(out, "group_names", scatter.group_names);
  put(out, "same_scale", scatter.same_scale);
  put(out, "joined", scatter.joined);
  return out;
}

// Room for both texts in a box, and for each line that enters or leaves it.
std::vector<std::size_t> node_columns(const Graph& graph) {
  std::vector<std::size_t> in(graph.nodes.size(), 0);
  std::vector<std::size_t> out(graph.nodes.size(), 0);
  for (const auto& [from, to] : graph.edges)
    if (from < out.size() && to < in.size()) {  // lay_out refuses the others
      ++out[from];
      ++in[to];
    }
  std::vector<std::size_t> columns;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    columns.push_back(
        std::max({display_width(graph.nodes[n].text) + 4, display_width(graph.nodes[n].below) + 4,
                  2 * std::max(in[n], out[n]) + 1}));
  return columns;
}

json written_layout(const Graph& graph) {
  const LayeredGraph layered = lay_out(graph, node_columns(graph));
  std::vector<std::size_t> layer_of(layered.items.size());
  for (std::size_t n = 0; n < layered.layers.size(); ++n)
    for (const std::size_t item : layered.layers[n]) layer_of[item] = n;
  json items = json::array();
  json links = json::array();
  for (std::size_t i = 0; i < layered.items.size(); ++i) {
    const LayeredGraph::Item& item = layered.items[i];
    json one = {{"layer", layer_of[i]}, {"middle", item.middle}, {"width", item.width}};
    if (item.node != LayeredGraph::joint) one["node"] = item.node;
    items.push_back(std::move(one));
    for (const std::size_t to : item.to) links.push_back({i, to});
  }
  return {{"items", std::move(items)}, {"links", std::move(links)}};
}

json written_figure(const Graph& graph) {
  json out = titled("graph", graph);
  json& nodes = out["nodes"] = json::array();
  for (const Graph::Node& node : graph.nodes) {
    json one = {{"text", node.text}};
    put(one, "below", node.below);
    nodes.push_back(std::move(one));
  }
  put(out, "edges", graph.edges);
  if (!graph.nodes.empty()) out["layout"] = written_layout(graph);
  return out;
}

}  // namespace

json json_of(const Figure& figure) {
  return std::visit([](const auto& one) { return written_figure(one); }, figure);
}

}  // namespace horloge
