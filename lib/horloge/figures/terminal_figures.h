#pragma once

#include <string>

#include "horloge/figures/terminal.h"

// One function per kind of figure, each in its own file.

namespace horloge {

std::string draw_heat_map(const HeatMap& map, const Canvas& canvas);
std::string draw_lines(const Lines& lines, const Canvas& canvas);
std::string draw_scatter(const Scatter& scatter, const Canvas& canvas);
std::string draw_graph(const Graph& graph, const Canvas& canvas);

}  // namespace horloge
