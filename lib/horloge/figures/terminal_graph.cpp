#include <algorithm>
#include <optional>

#include "horloge/figures/drawing_text.h"
#include "horloge/figures/graph_layers.h"
#include "horloge/figures/graph_listing.h"
#include "horloge/figures/graph_order.h"
#include "horloge/figures/graph_routes.h"
#include "horloge/figures/screen.h"
#include "horloge/figures/terminal_figures.h"
#include "horloge/text/width.h"

namespace horloge {
namespace {

using Item = LayeredGraph::Item;

// A larger graph is listed: its drawing would be a tangle of lines.
constexpr std::size_t most_nodes = 24;
// A graph has no axes and no legend, so it may take their rows.
constexpr std::size_t more_rows = 4;

struct LineArt {
  const char *along, *down, *crossing, *down_right, *down_left, *up_right, *up_left, *tee, *arrow;
};
constexpr LineArt line_art{"─", "│", "┼", "┌", "┐", "└", "┘", "┬", "▼"};
constexpr LineArt ascii_art{"-", "|", "|", "+", "+", "+", "+", "+", "v"};

class GraphDrawing {
 public:
  /// Nodes in boxes, or in brackets, which take fewer rows.
  GraphDrawing(const Graph& graph, const Canvas& canvas, bool boxes)
      : graph_(graph), canvas_(canvas), boxes_(boxes), art_(canvas.utf8 ? line_art : ascii_art) {
    layered_ = lay_out(graph, node_widths());
    routes_ = route_edges(layered_);
  }

  bool fits_across() const { return routes_ && layered_.width() <= canvas_.width; }

  std::size_t rows() const {
    std::size_t rows = 0;
    for (std::size_t n = 0; n < layered_.layers.size(); ++n)
      rows += layer_rows(n) + channel_rows(n);
    return rows;
  }

  std::string text() const {
    Screen screen(rows(), canvas_.width);
    std::size_t top = 0;
    for (std::size_t n = 0; n < layered_.layers.size(); ++n) {
      for (const std::size_t i : layered_.layers[n]) put_item(screen, layered_.items[i], top, n);
      top += layer_rows(n) + channel_rows(n);
    }
    top = 0;
    for (std::size_t n = 0; n < routes_->size(); ++n) {
      top += layer_rows(n);
      for (const Route& route : (*routes_)[n]) put_route(screen, route, top, channel_rows(n));
      top += channel_rows(n);
    }
    return screen.text(canvas_.colour);
  }

 private:
  static std::size_t column(std::ptrdiff_t at) { return static_cast<std::size_t>(at); }

  std::vector<std::size_t> node_widths() const {
    std::vector<std::size_t> in(graph_.nodes.size(), 0);
    std::vector<std::size_t> out(graph_.nodes.size(), 0);
    topological_order(graph_);  // the edges are checked first
    for (const auto& [from, to] : graph_.edges) {
      ++out[from];
      ++in[to];
    }
    std::vector<std::size_t> widths;
    for (std::size_t n = 0; n < graph_.nodes.size(); ++n) {
      const Graph::Node& node = graph_.nodes[n];
      const std::size_t text = display_width(node.text) + (boxes_ ? 4 : 2);
      const std::size_t below = display_width(node.below) + (boxes_ ? 4 : 0);
      widths.push_back(std::max({text, below, 2 * std::max(in[n], out[n]) + 1}));
    }
    return widths;
  }

  std::size_t layer_rows(std::size_t n) const {
    bool below = false;
    for (const std::size_t i : layered_.layers[n]) {
      const Item& item = layered_.items[i];
      below = below || (item.node != LayeredGraph::joint && !graph_.nodes[item.node].below.empty());
    }
    return (boxes_ ? 3 : 1) + (below ? 1 : 0);
  }

  // Arrow heads stand in the borders of boxes; above brackets they take a row of their own.
  std::size_t channel_rows(std::size_t n) const {
    if (n + 1 == layered_.layers.size()) return 0;
    const std::vector<Route>& routes = (*routes_)[n];
    const bool straight =
        std::all_of(routes.begin(), routes.end(), [](const Route& r) { return r.from == r.to; });
    return track_count(routes) + (boxes_ || straight ? 0 : 1);
  }

  void put_item(Screen& screen, const Item& item, std::size_t top, std::size_t layer) const {
    const std::size_t rows = layer_rows(layer);
    if (item.node == LayeredGraph::joint) {
      for (std::size_t r = 0; r < rows; ++r) screen.put(top + r, column(item.middle), art_.down);
      return;
    }
    const Graph::Node& node = graph_.nodes[item.node];
    if (!boxes_) {
      put_centred(screen, item, top, "[" + node.text + "]");
      put_centred(screen, item, top + 1, node.below);
      return;
    }
    put_box(screen, item, top, rows);
    put_centred(screen, item, top + 1, node.text);
    put_centred(screen, item, top + 2, node.below);
  }

  static void put_centred(Screen& screen, const Item& item, std::size_t row,
                          const std::string& text) {
    const std::size_t room = item.width - std::min(item.width, display_width(text));
    screen.put(row, column(item.left()) + room / 2, text);
  }

  void put_box(Screen& screen, const Item& item, std::size_t top, std::size_t rows) const {
    const std::size_t left = column(item.left());
    const std::size_t right = column(item.right());
    for (const std::size_t row : {top, top + rows - 1})
      for (std::size_t c = left + 1; c < right; ++c) screen.put(row, c, art_.along);
    for (const std::size_t c : {left, right})
      for (std::size_t row = top + 1; row + 1 < top + rows; ++row) screen.put(row, c, art_.down);
    screen.put(top, left, art_.down_right);
    screen.put(top, right, art_.down_left);
    screen.put(top + rows - 1, left, art_.up_right);
    screen.put(top + rows - 1, right, art_.up_left);
  }

  void put_line(Screen& screen, std::size_t row, std::size_t c, const char* line) const {
    screen.put(row, c, screen.is_free(row, c) ? line : art_.crossing);
  }

  // `top` is the row below the source's layer.
  void put_route(Screen& screen, const Route& route, std::size_t top, std::size_t rows) const {
    const std::size_t from = column(route.from);
    const std::size_t to = column(route.to);
    const std::size_t bend = top + route.track;
    const bool into_node = layered_.items[route.target].node != LayeredGraph::joint;
    if (boxes_ && layered_.items[route.source].node != LayeredGraph::joint)
      screen.put(top - 1, from, art_.tee);
    for (std::size_t row = top; row < bend; ++row) put_line(screen, row, from, art_.down);
    if (from == to) {
      put_line(screen, bend, from, art_.down);
    } else {
      screen.put(bend, from, from < to ? art_.up_right : art_.up_left);
      screen.put(bend, to, from < to ? art_.down_left : art_.down_right);
      for (std::size_t c = std::min(from, to) + 1; c < std::max(from, to); ++c)
        put_line(screen, bend, c, art_.along);
    }
    for (std::size_t row = bend + 1; row < top + rows; ++row) put_line(screen, row, to, art_.down);
    if (into_node) screen.put(boxes_ ? top + rows : top + rows - 1, to, art_.arrow);
  }

  const Graph& graph_;
  const Canvas& canvas_;
  bool boxes_;
  const LineArt& art_;
  LayeredGraph layered_;
  std::optional<std::vector<std::vector<Route>>> routes_;
};

}  // namespace

std::string draw_graph(const Graph& graph, const Canvas& canvas) {
  const std::string title = title_text(graph.title, canvas);
  if (graph.nodes.empty()) return title + plain_text("(nothing to draw: no nodes)", canvas);
  if (graph.nodes.size() > most_nodes) return title + graph_listing(graph, canvas);
  const GraphDrawing boxes(graph, canvas, true);
  if (boxes.fits_across() && boxes.rows() <= canvas.height + more_rows) return title + boxes.text();
  const GraphDrawing brackets(graph, canvas, false);
  return title + (brackets.fits_across() ? brackets.text() : graph_listing(graph, canvas));
}

}  // namespace horloge
