#include "horloge/figures/graph_order.h"

#include <fmt/format.h>

#include "horloge/core/error.h"

namespace horloge {

std::vector<std::size_t> topological_order(const Graph& graph) {
  const std::size_t count = graph.nodes.size();
  std::vector<std::size_t> missing(count, 0);  // inputs that are not in the order yet
  for (const auto& [from, to] : graph.edges) {
    if (from >= count || to >= count)
      throw ShapeError(
          fmt::format("[Graph] edge {} -> {} names a node that does not exist: the graph has {}",
                      from, to, count));
    ++missing[to];
  }
  std::vector<std::size_t> order;
  std::vector<bool> done(count, false);
  while (order.size() < count) {
    std::size_t next = 0;
    while (next < count && (done[next] || missing[next] > 0)) ++next;
    if (next == count) throw ShapeError("[Graph] the edges must not form a cycle");
    done[next] = true;
    order.push_back(next);
    for (const auto& [from, to] : graph.edges)
      if (from == next) --missing[to];
  }
  return order;
}

}  // namespace horloge
