#pragma once

#include <string>

#include "horloge/figures/terminal.h"

namespace horloge {

/// A graph as text, one line per node, each after the nodes it was computed from: `v1 = mul(a, b)`.
std::string graph_listing(const Graph& graph, const Canvas& canvas);

}  // namespace horloge
