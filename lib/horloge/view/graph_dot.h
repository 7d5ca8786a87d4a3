#pragma once

#include <string>

#include "horloge/view/figure.h"

namespace horloge {

/// A graph in DOT, the language of Graphviz. Saved as graph.dot, it becomes a picture with
///   dot -Tsvg graph.dot -o graph.svg
/// ShapeError for an edge without a node, and for a cycle.
std::string to_dot(const Graph& graph);

}  // namespace horloge
