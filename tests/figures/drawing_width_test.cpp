// Whatever is drawn: no line is wider than the canvas, every line ends, no colour outlives its
// line.

#include "figures/drawing.h"
#include "support/arrays.h"

namespace horloge {
namespace {

std::vector<std::string> words(std::size_t count) {
  const char* const some[] = {"le", "chat", "我爱你", "extraordinairement", "", "a b"};
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) result.emplace_back(some[i % 6]);
  return result;
}

HeatMap heat_map(std::size_t rows, std::size_t columns, bool names) {
  HeatMap map;
  map.title = "A heat map with a title of some length";
  map.x_label = "the dimension";
  map.y_label = "位置";
  map.values = Rng(1).normal({rows, columns});
  map.values(0, 0) = std::numeric_limits<real>::quiet_NaN();
  if (names) {
    map.row_names = words(rows);
    map.column_names = words(columns);
  }
  return map;
}

Lines curves(std::size_t count) {
  Lines lines;
  lines.title = "Curves";
  lines.x_label = "a label that is longer than a narrow window is wide";
  lines.y_label = "y";
  for (std::size_t n = 0; n < count; ++n) {
    Lines::Line line;
    line.name = words(6)[n % 6];
    for (int i = 0; i < 50; ++i) {
      line.x.push_back(1000.0 * i);
      line.y.push_back(123.456 * std::sin(i * (0.1 + static_cast<double>(n))));
    }
    lines.lines.push_back(line);
  }
  return lines;
}

Scatter cloud(std::size_t count, bool same_scale) {
  Scatter scatter;
  scatter.x_label = "x";
  scatter.points = Rng(2).normal({count, 2});
  scatter.names = words(count);
  for (std::size_t i = 0; i < count; ++i) scatter.groups.push_back(i % 3);
  scatter.group_names = words(6);
  scatter.same_scale = same_scale;
  scatter.joined = same_scale;
  return scatter;
}

Graph graph(std::size_t count) {
  Graph graph;
  graph.title = "A graph";
  for (std::size_t n = 0; n < count; ++n) graph.nodes.push_back({words(6)[n % 6], "grad 1.25"});
  for (std::size_t n = 1; n < count; ++n) {
    graph.edges.emplace_back(n / 2, n);
    graph.edges.emplace_back(n - 1, n);
  }
  return graph;
}

std::vector<Figure> figures() {
  return {heat_map(3, 5, true),
          heat_map(10, 10, true),
          heat_map(100, 64, false),
          heat_map(50, 128, true),
          heat_map(1, 1, false),
          curves(1),
          curves(9),
          cloud(1, false),
          cloud(40, true),
          cloud(300, false),
          graph(1),
          graph(4),
          graph(11),
          graph(40)};
}

void expect_fits(const Figure& figure, const Canvas& canvas) {
  const std::string drawing = draw(figure, canvas);
  EXPECT_FALSE(drawing.empty());
  for (const std::string& line : test::lines_of(drawing)) {
    EXPECT_LE(test::cells_of(line).size(), canvas.width) << line;
    EXPECT_TRUE(canvas.colour || line.find('\x1b') == std::string::npos) << line;
  }
}

TEST(Draw, IsNeverWiderThanTheCanvas) {
  for (const Figure& figure : figures())
    for (std::size_t width = 1; width <= 200; width += width < 30 ? 1 : 7)
      for (const bool colour : {false, true})
        for (const bool utf8 : {false, true}) {
          Canvas canvas;
          canvas.width = width;
          canvas.height = 6 + width % 13;
          canvas.colour = colour;
          canvas.utf8 = utf8;
          expect_fits(figure, canvas);
          if (testing::Test::HasFailure()) FAIL() << figure.index() << " at width " << width;
        }
}

TEST(Draw, IsAsLowAsItIsAsked) {
  for (const Figure& figure : figures())
    for (std::size_t height = 0; height <= 30; ++height)
      expect_fits(figure, test::plain_canvas(80, height));
  for (std::size_t height = 2; height <= 30; ++height) {
    const std::string drawing = draw(curves(1), test::plain_canvas(80, height));
    EXPECT_EQ(test::lines_of(drawing).size(), height + 6);
  }
}

TEST(Draw, IsAsciiWithoutUtf8) {
  for (const Figure& figure : figures())
    for (const bool colour : {false, true}) {
      Canvas canvas = test::ascii_canvas();
      canvas.colour = colour;
      std::string drawing = draw(figure, canvas);
      for (const std::string word : {"我爱你", "位置"})  // words are their author's
        for (std::size_t at = drawing.find(word); at != std::string::npos; at = drawing.find(word))
          drawing.erase(at, word.size());
      for (const char c : drawing)
        if ((c & 0x80) != 0) {
          ADD_FAILURE() << figure.index() << ": " << drawing;
          break;
        }
    }
}

TEST(Draw, KeepsControlCharactersOfNamesOut) {
  Scatter scatter;
  scatter.points = zeros({1, 2});
  scatter.names = {"a\x1b[31m\n\tb"};
  const std::string drawing = draw(scatter, test::plain_canvas(40, 4));
  EXPECT_EQ(drawing.find('\x1b'), std::string::npos);
  EXPECT_NE(drawing.find("a  b"), std::string::npos);
}

}  // namespace
}  // namespace horloge
