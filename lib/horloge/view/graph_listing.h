#pragma once

#include <string>

#include "horloge/view/terminal.h"

namespace horloge {

/// A graph in words, a line a node, each below those that it was computed from: `v1 = mul(a, b)`.
std::string graph_listing(const Graph& graph, const Canvas& canvas);

}  // namespace horloge
