#include "horloge/view/recorded_graph.h"

#include <gmock/gmock.h>

#include "horloge/core/error.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/matmul.h"
#include "horloge/ops/reduce.h"
#include "support/arrays.h"

namespace horloge {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::vector<std::string> texts(const Graph& graph) {
  std::vector<std::string> all;
  for (const Graph::Node& node : graph.nodes) all.push_back(node.text + " " + node.below);
  return all;
}

TEST(RecordedGraph, HasTheOperationsAndWhatTheyWereAppliedTo) {
  const Tensor x(ones({2, 3}));
  const Tensor w(ones({3, 4}), true);
  const Tensor h = matmul(x, w);
  const Tensor y = sum(h * h);
  const Graph graph = recorded_graph(y);
  EXPECT_THAT(texts(graph), ElementsAre("constant (2, 3)", "leaf (3, 4)", "matmul (2, 4)",
                                        "mul (2, 4)", "sum ()"));
  EXPECT_THAT(graph.edges, ElementsAre(Pair(0, 2), Pair(1, 2), Pair(2, 3), Pair(2, 3), Pair(3, 4)));
}

TEST(RecordedGraph, CallsLeavesByTheirNames) {
  const Tensor a(2, true), b(3, true);
  const Graph graph = recorded_graph(a * b, {{"b", b}});
  EXPECT_THAT(texts(graph), ElementsAre("leaf ()", "b ()", "mul ()"));
}

TEST(RecordedGraph, OfALeafIsTheLeaf) {
  EXPECT_THAT(texts(recorded_graph(Tensor(ones({2}), true))), ElementsAre("leaf (2,)"));
}

TEST(RecordedGraph, IsGoneAfterBackward) {
  const Tensor a(2, true);
  const Tensor y = a * a;
  y.backward();
  EXPECT_THAT(texts(recorded_graph(y)), ElementsAre("mul ()"));
}

TEST(RecordedGraph, NeedsATensor) {
  EXPECT_ERROR(recorded_graph(Tensor()), ValueError, "[recorded_graph]");
}

}  // namespace
}  // namespace horloge
