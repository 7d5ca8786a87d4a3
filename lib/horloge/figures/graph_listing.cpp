#include "horloge/figures/graph_listing.h"

#include <string_view>
#include <vector>

#include "horloge/core/words.h"
#include "horloge/figures/graph_order.h"
#include "horloge/text/width.h"

namespace horloge {
namespace {

constexpr std::string_view equals = " = ";

bool has_name(const std::string& text) { return text.find(equals) != std::string::npos; }

// Lines after the first are indented.
std::string wrapped(const std::string& text, std::size_t width) {
  const std::size_t indent = width > 20 ? 4 : 0;
  std::string out;
  std::string left;
  for (const std::string& line : wrap_to_width(text, width - indent)) {
    out += left + line + "\n";
    left = std::string(indent, ' ');
  }
  return out;
}

}  // namespace

std::string graph_listing(const Graph& graph, const Canvas& canvas) {
  std::vector<std::string> names(graph.nodes.size());
  std::size_t unnamed = 0;
  std::string out;
  for (const std::size_t node : topological_order(graph)) {
    const std::string& text = graph.nodes[node].text;
    std::vector<std::string> inputs;
    for (const auto& [from, to] : graph.edges)
      if (to == node) inputs.push_back(names[from]);
    std::string line = text;
    if (has_name(text) || inputs.empty()) {
      names[node] = text.substr(0, text.find(equals));
      if (!inputs.empty()) line += " from " + joined(inputs);
    } else {
      names[node] = "v" + std::to_string(++unnamed);
      line = names[node] + " = " + text + "(" + joined(inputs) + ")";
    }
    if (!graph.nodes[node].below.empty()) line += " (" + graph.nodes[node].below + ")";
    out += wrapped(line, canvas.width);
  }
  return out;
}

}  // namespace horloge
