#include "horloge/view/graph_dot.h"

#include <fmt/format.h>

#include "horloge/view/graph_order.h"

namespace horloge {
namespace {

// Graphviz also reads HTML entities in a label: a plain & must not begin one.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  return out + "\"";
}

std::string label(const Graph::Node& node) {
  return quoted(node.below.empty() ? node.text : node.text + "\n" + node.below);
}

}  // namespace

std::string to_dot(const Graph& graph) {
  topological_order(graph);  // throws unless the edges are right
  std::string dot = "digraph {\n";
  if (!graph.title.empty()) dot += fmt::format("  label={} labelloc=t\n", quoted(graph.title));
  dot += "  node [shape=box]\n";
  for (std::size_t n = 0; n < graph.nodes.size(); ++n)
    dot += fmt::format("  n{} [label={}]\n", n, label(graph.nodes[n]));
  for (const auto& [from, to] : graph.edges) dot += fmt::format("  n{} -> n{}\n", from, to);
  return dot + "}\n";
}

}  // namespace horloge
