#include "horloge/view/graph_crossings.h"

#include <gtest/gtest.h>

#include "horloge/core/rng.h"

namespace horloge {
namespace {

LayeredGraph laid_out(std::size_t nodes, std::vector<std::pair<std::size_t, std::size_t>> edges) {
  Graph graph;
  graph.nodes.resize(nodes);
  graph.edges = std::move(edges);
  return lay_out(graph, std::vector<std::size_t>(nodes, 5));
}

// Two layers whose edges run from each item to the one in the place named.
LayeredGraph two_layers(const std::vector<std::size_t>& places) {
  LayeredGraph layered;
  layered.layers.resize(2);
  layered.items.resize(2 * places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t below = places.size() + i;
    layered.layers[0].push_back(i);
    layered.layers[1].push_back(below);
    layered.items[i].to = {places.size() + places[i]};
    layered.items[places.size() + places[i]].from = {i};
  }
  return layered;
}

TEST(GraphCrossings, AreThePairsOutOfOrder) {
  EXPECT_EQ(crossings(two_layers({0, 1, 2})), 0U);
  EXPECT_EQ(crossings(two_layers({1, 0, 2})), 1U);
  EXPECT_EQ(crossings(two_layers({2, 1, 0})), 3U);
}

TEST(GraphCrossings, LeavesAnOrderWithoutCrossingsAsItIs) {
  LayeredGraph layered = two_layers({0, 1, 2, 3});
  const auto before = layered.layers;
  reduce_crossings(layered);
  EXPECT_EQ(layered.layers, before);
}

TEST(GraphCrossings, UntanglesWhatCanBeDrawnWithout) {
  EXPECT_EQ(crossings(laid_out(5, {{0, 1}, {1, 2}, {0, 3}, {2, 3}, {1, 4}})), 0U);
  EXPECT_EQ(crossings(laid_out(7, {{0, 6}, {1, 5}, {2, 4}, {3, 4}, {3, 5}})), 0U);
  LayeredGraph layered = two_layers({5, 3, 1, 0, 2, 4});
  reduce_crossings(layered);
  EXPECT_EQ(crossings(layered), 0U);
}

// Three sources to three targets, each to each, cannot do with fewer than nine.
TEST(GraphCrossings, NeverBecomeMore) {
  EXPECT_EQ(crossings(laid_out(
                6, {{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}})),
            9U);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Ids places = Rng(seed).integers({8}, 0, 8);
    LayeredGraph layered = two_layers({0, 1, 2, 3, 4, 5, 6, 7});
    for (std::size_t i = 0; i < 8; ++i) {
      layered.items[i].to.push_back(8 + static_cast<std::size_t>(places(i)));
      layered.items[8 + static_cast<std::size_t>(places(i))].from.push_back(i);
    }
    const std::size_t before = crossings(layered);
    reduce_crossings(layered);
    EXPECT_LE(crossings(layered), before);
  }
}

}  // namespace
}  // namespace horloge
