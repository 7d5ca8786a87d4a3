#include "figures/drawing.h"
#include "horloge/figures/graph_layers.h"
#include "horloge/figures/graph_routes.h"
#include "support/arrays.h"

namespace horloge {
namespace {

Graph product() {
  Graph graph;
  graph.nodes = {{"a", ""}, {"b", ""}, {"mul", ""}, {"tanh", ""}};
  graph.edges = {{0, 2}, {1, 2}, {2, 3}};
  return graph;
}

TEST(Graph, StandsInLayersFromTopToBottom) {
  EXPECT_EQ(draw(product(), test::plain_canvas(30, 18)),
            "┌───┐   ┌───┐\n"
            "│ a │   │ b │\n"
            "└─┬─┘   └─┬─┘\n"
            "  └──┐ ┌──┘\n"
            "   ┌─▼─▼─┐\n"
            "   │ mul │\n"
            "   └──┬──┘\n"
            "      │\n"
            "  ┌───▼──┐\n"
            "  │ tanh │\n"
            "  └──────┘\n");
  EXPECT_EQ(draw(product(), test::ascii_canvas(30, 18)),
            "+---+   +---+\n"
            "| a |   | b |\n"
            "+-+-+   +-+-+\n"
            "  +--+ +--+\n"
            "   +-v-v-+\n"
            "   | mul |\n"
            "   +--+--+\n"
            "      |\n"
            "  +---v--+\n"
            "  | tanh |\n"
            "  +------+\n");
}

TEST(Graph, StandsInBracketsWhereBoxesAreTooHigh) {
  EXPECT_EQ(draw(product(), test::ascii_canvas(30, 5)),
            "[a]   [b]\n"
            " +-+ +-+\n"
            "   v v\n"
            "  [mul]\n"
            "    v\n"
            " [tanh]\n");
}

TEST(Graph, IsAListWhereItIsTooWide) {
  Graph graph = product();
  graph.title = "Product";
  graph.nodes[0] = {"a = 2", "grad 12"};
  EXPECT_EQ(draw(graph, test::plain_canvas(8, 18)),
            "Product\n"
            "a = 2\n"
            "(grad\n"
            "12)\n"
            "b\n"
            "v1 =\n"
            "mul(a,\n"
            "b)\n"
            "v2 =\n"
            "tanh(v1)\n");
  graph.nodes[2].text = "c = 6";
  EXPECT_THAT(draw(graph, test::plain_canvas(11, 1)), HasSubstr("c = 6 from\na, b\n"));
}

TEST(Graph, ShowsASecondLine) {
  Graph graph = product();
  graph.nodes[2].below = "grad 1";
  const std::string drawing = draw(graph, test::plain_canvas(40, 18));
  EXPECT_THAT(drawing, HasSubstr("│  mul   │"));
  EXPECT_THAT(drawing, HasSubstr("│ grad 1 │"));
}

TEST(Graph, UsedTwiceHasTwoArrows) {
  Graph graph;
  graph.nodes = {{"x", ""}, {"mul", ""}};
  graph.edges = {{0, 1}, {0, 1}};
  EXPECT_EQ(test::spots(draw(graph, test::plain_canvas()), "▼").size(), 2U);
}

// Follows the lines of a drawing downwards from each box; they must end at the boxes the edges
// name. A crossing goes straight on.
class Tracer {
 public:
  explicit Tracer(const std::string& drawing) {
    for (const std::string& line : test::lines_of(drawing)) {
      rows_.emplace_back();
      for (const test::DrawnCell& cell : test::cells_of(line)) rows_.back().push_back(cell.text);
    }
  }

  // The text in the box that a line from here leads to.
  std::string follow(std::size_t row, std::size_t column) const {
    int down = 1, right = 0;
    for (int steps = 0; steps < 1000; ++steps) {
      row += static_cast<std::size_t>(down);
      column += static_cast<std::size_t>(right);
      const std::string here = at(row, column);
      if (here == "▼") return box_text(row + 1, column);
      if (here == "└") down = 0, right = 1;
      if (here == "┘") down = 0, right = -1;
      if (here == "┐" || here == "┌") down = 1, right = 0;
      if (here.empty() || here == " ") return "lost";
    }
    return "round and round";
  }

  std::vector<std::pair<std::string, std::string>> edges() const {
    std::vector<std::pair<std::string, std::string>> found;
    for (std::size_t row = 1; row < rows_.size(); ++row)
      for (std::size_t column = 0; column < rows_[row].size(); ++column)
        if (at(row, column) == "┬")
          found.emplace_back(box_text(row - 1, column), follow(row, column));
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::string at(std::size_t row, std::size_t column) const {
    return row < rows_.size() && column < rows_[row].size() ? rows_[row][column] : "";
  }
  std::string box_text(std::size_t row, std::size_t column) const {
    while (column > 0 && at(row, column) != "│") --column;
    std::string text;
    for (++column; at(row, column) != "│" && !at(row, column).empty(); ++column)
      if (at(row, column) != " ") text += at(row, column);
    return text;
  }

  std::vector<std::vector<std::string>> rows_;
};

void expect_edges_drawn(const Graph& graph) {
  const std::string drawing = draw(graph, test::plain_canvas(120, 60));
  std::vector<std::pair<std::string, std::string>> want;
  for (const auto& [from, to] : graph.edges)
    want.emplace_back(graph.nodes[from].text, graph.nodes[to].text);
  std::sort(want.begin(), want.end());
  EXPECT_EQ(Tracer(drawing).edges(), want) << drawing;
}

TEST(Graph, LeadsEveryEdgeToItsNode) {
  Graph graph;
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) graph.nodes.push_back({name, ""});
  graph.edges = {{0, 2}, {0, 3}, {1, 2}, {1, 3}, {0, 4}, {3, 4}, {2, 5}, {4, 5}, {1, 5}};
  expect_edges_drawn(graph);
}

TEST(Graph, LeadsTheEdgesOfRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Array draws = rng.uniform({12, 12}, 0, 1);
    Graph graph;
    const std::size_t count = 4 + seed % 7;
    for (std::size_t n = 0; n < count; ++n) graph.nodes.push_back({fmt::format("n{}", n), ""});
    for (std::size_t to = 1; to < count; ++to)
      for (std::size_t from = 0; from < to; ++from)
        if (draws(from, to) < 1.6 / static_cast<double>(to)) graph.edges.emplace_back(from, to);
    const std::string drawing = draw(graph, test::plain_canvas(120, 60));
    if (drawing.find("┌") != std::string::npos) expect_edges_drawn(graph);
  }
}

TEST(Graph, RoutesShareNoPieceOfLine) {
  Graph graph;
  for (int n = 0; n < 6; ++n) graph.nodes.push_back({"x", ""});
  for (std::size_t from = 0; from < 3; ++from)
    for (std::size_t to = 3; to < 6; ++to) graph.edges.emplace_back(from, to);
  LayeredGraph layered = lay_out(graph, std::vector<std::size_t>(6, 9));
  const auto routes = route_edges(layered);
  ASSERT_TRUE(routes);
  ASSERT_EQ(routes->size(), 1U);
  for (const Route& a : routes->front())
    for (const Route& b : routes->front()) {
      if (&a == &b) continue;
      EXPECT_NE(a.from, b.from);
      EXPECT_NE(a.to, b.to);
      EXPECT_NE(a.from, b.to);
      const bool apart = std::max(a.from, a.to) < std::min(b.from, b.to) ||
                         std::max(b.from, b.to) < std::min(a.from, a.to);
      EXPECT_TRUE(apart || a.track != b.track || a.from == a.to || b.from == b.to);
    }
}

TEST(Graph, SaysThatItIsEmpty) {
  EXPECT_EQ(draw(Graph(), test::plain_canvas()), "(nothing to draw: no nodes)\n");
}

TEST(Graph, RefusesPartsThatDoNotFit) {
  Graph graph = product();
  graph.edges.emplace_back(3, 7);
  EXPECT_ERROR(draw(graph, test::plain_canvas()), ShapeError,
               "[Graph] edge 3 -> 7 names a node that does not exist: the graph has 4");
  graph = product();
  graph.edges.emplace_back(3, 0);
  EXPECT_ERROR(draw(graph, test::plain_canvas()), ShapeError,
               "[Graph] the edges must not form a cycle");
  graph = product();
  graph.edges.emplace_back(1, 1);
  EXPECT_THROW(draw(graph, test::plain_canvas()), ShapeError);
}

}  // namespace
}  // namespace horloge
