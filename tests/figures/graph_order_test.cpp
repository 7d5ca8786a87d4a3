#include "horloge/figures/graph_order.h"

#include "support/arrays.h"

namespace horloge {
namespace {

Graph with_edges(std::size_t nodes, std::vector<std::pair<std::size_t, std::size_t>> edges) {
  Graph graph;
  graph.nodes.resize(nodes);
  graph.edges = std::move(edges);
  return graph;
}

TEST(TopologicalOrder, PutsInputsFirst) {
  EXPECT_THAT(topological_order(with_edges(4, {{3, 0}, {0, 1}, {3, 1}})), ElementsAre(2, 3, 0, 1));
  EXPECT_THAT(topological_order(with_edges(2, {{1, 0}, {1, 0}})), ElementsAre(1, 0));
  EXPECT_THAT(topological_order(Graph()), ElementsAre());
}

TEST(TopologicalOrder, RefusesEdgesWithoutANodeAndCycles) {
  EXPECT_ERROR(topological_order(with_edges(4, {{3, 7}})), ShapeError,
               "[Graph] edge 3 -> 7 names a node that does not exist: the graph has 4");
  EXPECT_ERROR(topological_order(with_edges(3, {{0, 1}, {1, 2}, {2, 0}})), ShapeError,
               "[Graph] the edges must not form a cycle");
  EXPECT_ERROR(topological_order(with_edges(2, {{1, 1}})), ShapeError, "cycle");
}

}  // namespace
}  // namespace horloge
