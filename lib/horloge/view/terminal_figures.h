#pragma once

#include <string>

#include "horloge/view/terminal.h"

// One renderer a kind of figure, each in a file of its own.

namespace horloge {

std::string draw_heat_map(const HeatMap& map, const Canvas& canvas);
std::string draw_lines(const Lines& lines, const Canvas& canvas);
std::string draw_scatter(const Scatter& scatter, const Canvas& canvas);
std::string draw_graph(const Graph& graph, const Canvas& canvas);

}  // namespace horloge
