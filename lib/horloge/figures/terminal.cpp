#include "horloge/figures/terminal.h"

#include "horloge/figures/terminal_figures.h"

namespace horloge {
namespace {

struct Draw {
  const Canvas& canvas;
  std::string operator()(const HeatMap& map) const { return draw_heat_map(map, canvas); }
  std::string operator()(const Lines& lines) const { return draw_lines(lines, canvas); }
  std::string operator()(const Scatter& scatter) const { return draw_scatter(scatter, canvas); }
  std::string operator()(const Graph& graph) const { return draw_graph(graph, canvas); }
};

}  // namespace

std::string draw(const Figure& figure, const Canvas& canvas) {
  return std::visit(Draw{canvas}, figure);
}

}  // namespace horloge
