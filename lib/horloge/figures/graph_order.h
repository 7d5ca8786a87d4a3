#pragma once

#include <cstddef>
#include <vector>

#include "horloge/figures/figure.h"

namespace horloge {

/// The nodes in an order in which each comes after the nodes it was computed from (Kahn,
/// "Topological sorting of large networks", CACM 5, 1962); of several that could be next, the one
/// with the lowest number. ShapeError for an edge without a node, and for a cycle.
std::vector<std::size_t> topological_order(const Graph& graph);

}  // namespace horloge
