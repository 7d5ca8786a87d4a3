#include "figures/drawing.h"
#include "horloge/figures/palette.h"
#include "support/arrays.h"

namespace horloge {
namespace {

Lines rising() {
  Lines lines;
  lines.title = "Up";
  lines.x_label = "x";
  lines.y_label = "y";
  lines.lines.push_back({"a", {0, 1, 2}, {0, 1, 2}});
  return lines;
}

Lines crossing() {
  Lines lines = rising();
  lines.lines.push_back({"b", {0, 2}, {2, 0}});
  return lines;
}

TEST(Lines, RiseFromLeftToRight) {
  EXPECT_EQ(draw(rising(), test::plain_canvas(30, 6)),
            "Up\n"
            "y\n"
            "2┤                        ⣀⠤⠒⠉\n"
            " │                   ⢀⡠⠔⠊⠉\n"
            " │               ⣀⠤⠒⠉⠁\n"
            " │          ⣀⠤⠔⠊⠉\n"
            " │    ⢀⣀⠤⠒⠊⠉\n"
            "0┤⣀⠤⠒⠊⠁\n"
            " └┬─────────────┬────────────┬\n"
            "  0             1            2\n"
            "                x\n"
            "── a\n");
  EXPECT_EQ(draw(rising(), test::ascii_canvas(30, 6)),
            "Up\n"
            "y\n"
            "2+                         ***\n"
            " |                     ****\n"
            " |                 ****\n"
            " |           ******\n"
            " |    *******\n"
            "0+****\n"
            " ++-------------+------------+\n"
            "  0             1            2\n"
            "                x\n"
            "* a\n");
}

TEST(Lines, StairsHoldUntilTheNextValue) {
  Lines lines = rising();
  lines.stairs = true;
  EXPECT_THAT(draw(lines, test::plain_canvas(30, 6)), HasSubstr("2┤                           ⢸\n"
                                                                " │                           ⢸\n"
                                                                " │                           ⢸\n"
                                                                " │              ⡏⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉\n"
                                                                " │              ⡇\n"
                                                                "0┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡇\n"));
}

TEST(Lines, WithoutColourHaveMarksOfTheirOwn) {
  const std::string drawing = draw(crossing(), test::plain_canvas(30, 6));
  EXPECT_THAT(drawing, HasSubstr("2┤ooo                      ***\n"));
  EXPECT_THAT(drawing, HasSubstr("0┤****                     ooo\n"));
  EXPECT_THAT(drawing, HasSubstr("* a   o b\n"));
}

TEST(Lines, WithColourHaveColoursOfTheirOwn) {
  const auto lines = test::lines_of(draw(crossing(), test::colour_canvas(30, 6)));
  const auto top = test::cells_of(lines[2]);
  EXPECT_EQ(top[2].colour, series_colour(1));
  EXPECT_EQ(top.back().colour, series_colour(0));
  const auto legend = test::cells_of(lines.back());
  EXPECT_EQ(legend[0].colour, series_colour(0));
  EXPECT_EQ(legend[3].colour, -1);
  EXPECT_EQ(legend[7].colour, series_colour(1));
}

// Every dot of a sine lies where the sine is, to half a dot.
TEST(Lines, FollowTheirFunction) {
  Lines lines;
  lines.y_low = -1;
  lines.y_high = 1;
  Lines::Line wave;
  for (int i = 0; i <= 400; ++i) {
    wave.x.push_back(i / 400.0);
    wave.y.push_back(std::sin(2 * M_PI * wave.x.back()));
  }
  lines.lines.push_back(wave);
  const auto dots = test::braille_dots(draw(lines, test::plain_canvas(80, 10)));
  std::size_t first = 1000, last = 0;
  for (const auto& dot : dots) {
    first = std::min(first, dot.column);
    last = std::max(last, dot.column);
  }
  ASSERT_GT(last, first + 100);
  for (const auto& dot : dots) {
    const double x = static_cast<double>(dot.column - first) / static_cast<double>(last - first);
    const double y = 1 - static_cast<double>(dot.row) / 39 * 2;
    const double half_dot = 0.5 / static_cast<double>(last - first);
    double low = 2, high = -2;
    for (double near = x - half_dot; near <= x + half_dot; near += half_dot / 20) {
      low = std::min(low, std::sin(2 * M_PI * near));
      high = std::max(high, std::sin(2 * M_PI * near));
    }
    EXPECT_GE(y, low - 1.2 / 39);
    EXPECT_LE(y, high + 1.2 / 39);
  }
}

TEST(Lines, LeaveOutWhatLiesBeyondTheAxis) {
  Lines lines;
  lines.lines.push_back({"", {0, 1, 2, 3}, {0, 100, 100, 0}});
  lines.y_low = 0;
  lines.y_high = 1;
  const auto dots = test::braille_dots(draw(lines, test::plain_canvas(42, 4)));
  for (const auto& dot : dots) {
    const bool near_an_end = dot.column < 2 * 2 + 4 || dot.column > 2 * 42 - 6;
    EXPECT_TRUE(near_an_end) << dot.column;
  }
  EXPECT_GE(dots.size(), 2U * 16);
}

TEST(Lines, BreakWhereANumberIsMissing) {
  Lines lines;
  const double nan = std::nan("");
  lines.lines.push_back({"", {0, 1, 2, 3, 4}, {1, 1, nan, 1, 1}});
  const auto dots = test::braille_dots(draw(lines, test::plain_canvas(43, 4)));
  std::vector<double> columns;
  for (const auto& dot : dots) columns.push_back(static_cast<double>(dot.column));
  const double first = *std::min_element(columns.begin(), columns.end());
  const double last = *std::max_element(columns.begin(), columns.end());
  EXPECT_GT(last - first, 60);
  for (const double column : columns) {
    const double place = (column - first) / (last - first);
    EXPECT_TRUE(place < 0.26 || place > 0.74) << place;
  }
  EXPECT_GT(columns.size(), 0.4 * (last - first));
}

TEST(Lines, ShowASinglePoint) {
  Lines lines;
  lines.lines.push_back({"", {5}, {7}});
  EXPECT_EQ(test::braille_dots(draw(lines, test::plain_canvas(30, 5))).size(), 1U);
}

TEST(Lines, SayThatTheyAreEmpty) {
  Lines lines;
  EXPECT_EQ(draw(lines, test::plain_canvas()), "(nothing to draw: no points)\n");
  lines.title = "T";
  lines.lines.push_back({"a", {1}, {std::numeric_limits<double>::infinity()}});
  EXPECT_EQ(draw(lines, test::plain_canvas()), "T\n(nothing to draw: no points)\n");
}

TEST(Lines, TakeNumbersOfAnySize) {
  for (const double size : {1e-300, 1e-20, 1e20, 1e299}) {
    Lines lines;
    lines.lines.push_back({"", {0, 1, 2}, {-size, size, 0}});
    EXPECT_GE(test::braille_dots(draw(lines, test::plain_canvas(40, 6))).size(), 40U) << size;
  }
}

TEST(Lines, RefusePartsThatDoNotFit) {
  Lines lines = rising();
  lines.lines[0].y.pop_back();
  EXPECT_ERROR(draw(lines, test::plain_canvas()), ShapeError,
               "[draw] the curve \"a\" needs as many y as x, got 3 x and 2 y");
  lines = rising();
  lines.y_low = 3;
  EXPECT_ERROR(draw(lines, test::plain_canvas()), ValueError,
               "[draw] an axis needs finite y_low <= y_high, got y_low 3 and y_high 0");
}

}  // namespace
}  // namespace horloge
