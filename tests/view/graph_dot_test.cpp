#include "horloge/view/graph_dot.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "horloge/core/error.h"
#include "support/arrays.h"

namespace horloge {
namespace {

using testing::HasSubstr;

Graph squared() {
  Graph graph;
  graph.nodes = {{"x 2", "grad 4"}, {"times 4", ""}};
  graph.edges = {{0, 1}, {0, 1}};
  return graph;
}

// What Graphviz makes of a graph; nothing if it refuses it.
std::string svg_of(const Graph& graph) {
  const std::string path = fmt::format("{}graph_{}.dot", testing::TempDir(), sizeof(real));
  std::ofstream(path) << to_dot(graph);
  const std::string command = fmt::format("dot -Tsvg '{0}' -o '{0}.svg' 2>/dev/null", path);
  if (std::system(command.c_str()) != 0) return "";
  std::ostringstream text;
  text << std::ifstream(path + ".svg").rdbuf();
  return text.str();
}

TEST(GraphDot, ListsNodesAndEdges) {
  EXPECT_EQ(to_dot(squared()),
            "digraph {\n"
            "  node [shape=box]\n"
            "  n0 [label=\"x 2\\ngrad 4\"]\n"
            "  n1 [label=\"times 4\"]\n"
            "  n0 -> n1\n"
            "  n0 -> n1\n"
            "}\n");
  EXPECT_EQ(to_dot(Graph()), "digraph {\n  node [shape=box]\n}\n");
}

TEST(GraphDot, HasTheTitleOnTop) {
  Graph graph = squared();
  graph.title = "y = x x";
  EXPECT_THAT(to_dot(graph), HasSubstr("digraph {\n  label=\"y = x x\" labelloc=t\n"));
}

TEST(GraphDot, EscapesWhatDotWouldReadOtherwise) {
  Graph graph;
  graph.nodes = {{"say \"\\n\" &lt; é", ""}};
  EXPECT_THAT(to_dot(graph), HasSubstr("[label=\"say \\\"\\\\n\\\" &amp;lt; é\"]"));
}

TEST(GraphDot, IsReadByGraphviz) {
  if (std::system("dot -V 2>/dev/null") != 0) GTEST_SKIP() << "Graphviz is not installed";
  Graph graph = squared();
  graph.title = "the title";
  graph.nodes.push_back({"say \"\\n\" &lt; é", ""});
  const std::string svg = svg_of(graph);
  EXPECT_THAT(svg, HasSubstr(">x 2</text>"));
  EXPECT_THAT(svg, HasSubstr(">grad 4</text>"));
  EXPECT_THAT(svg, HasSubstr(">the title</text>"));
  EXPECT_THAT(svg, HasSubstr(">say &quot;\\n&quot; &amp;lt; é</text>"));
}

TEST(GraphDot, RefusesPartsThatDoNotFit) {
  Graph graph = squared();
  graph.edges.emplace_back(0, 2);
  EXPECT_ERROR(to_dot(graph), ShapeError, "[Graph] edge 0 -> 2 names a node that does not exist");
}

}  // namespace
}  // namespace horloge
