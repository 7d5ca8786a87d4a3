#include "figures/drawing.h"
#include "horloge/figures/palette.h"
#include "support/arrays.h"

namespace horloge {
namespace {

Scatter square() {
  Scatter scatter;
  scatter.points = array_of({4, 2}, {0, 0, 1, 0, 1, 1, 0, 1});
  scatter.names = {"A", "B", "C", "D"};
  scatter.same_scale = true;
  return scatter;
}

Scatter circle(std::size_t count, double radius = 1) {
  Scatter scatter;
  scatter.points = zeros({count, 2});
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * static_cast<double>(i) / static_cast<double>(count);
    scatter.points(i, 0) = static_cast<real>(radius * std::sin(angle));
    scatter.points(i, 1) = static_cast<real>(radius * std::cos(angle));
  }
  scatter.same_scale = true;
  return scatter;
}

TEST(Scatter, PutsPointsWhereTheyBelong) {
  EXPECT_EQ(draw(square(), test::plain_canvas(30, 6)),
            "1┤o D        o C\n"
            " │\n"
            " │\n"
            " │\n"
            " │\n"
            "0┤o A        o B\n"
            " └┬──────────┬\n"
            "  0          1\n");
  EXPECT_EQ(draw(square(), test::ascii_canvas(30, 6)),
            "1+o D        o C\n"
            " |\n"
            " |\n"
            " |\n"
            " |\n"
            "0+o A        o B\n"
            " ++----------+\n"
            "  0          1\n");
}

// A cell is twice as high as wide.
TEST(Scatter, CirclesOfMarksAreRound) {
  for (const std::size_t width : {30, 44, 80, 200})
    for (const std::size_t height : {7, 12, 18, 40}) {
      const auto marks = test::spots(draw(circle(48), test::ascii_canvas(width, height)), "o");
      ASSERT_GE(marks.size(), 8U);
      double left = 1e9, right = 0, top = 1e9, bottom = 0;
      for (const auto& mark : marks) {
        left = std::min(left, static_cast<double>(mark.column));
        right = std::max(right, static_cast<double>(mark.column));
        top = std::min(top, 2.0 * static_cast<double>(mark.row));
        bottom = std::max(bottom, 2.0 * static_cast<double>(mark.row));
      }
      EXPECT_NEAR(right - left, bottom - top, 2.01) << width << " " << height;
      for (const auto& mark : marks) {
        const double x = static_cast<double>(mark.column) - (left + right) / 2;
        const double y = 2.0 * static_cast<double>(mark.row) - (top + bottom) / 2;
        EXPECT_NEAR(std::hypot(x, y), (right - left) / 2, 2) << width << " " << height;
      }
    }
}

TEST(Scatter, CirclesOfDotsAreRound) {
  const auto dots = test::braille_dots(draw(circle(500, 1e-3), test::plain_canvas(80, 18)));
  double left = 1e9, right = 0, top = 1e9, bottom = 0;
  for (const auto& dot : dots) {
    left = std::min(left, static_cast<double>(dot.column));
    right = std::max(right, static_cast<double>(dot.column));
    top = std::min(top, static_cast<double>(dot.row));
    bottom = std::max(bottom, static_cast<double>(dot.row));
  }
  EXPECT_GE(bottom - top, 60);  // of 72
  EXPECT_NEAR(right - left, bottom - top, 1);
  for (const auto& dot : dots)
    EXPECT_NEAR(std::hypot(static_cast<double>(dot.column) - (left + right) / 2,
                           static_cast<double>(dot.row) - (top + bottom) / 2),
                (right - left) / 2, 1.01);
}

TEST(Scatter, JoinsEachPointToTheNext) {
  Scatter scatter = circle(100);
  const std::size_t apart = test::braille_dots(draw(scatter, test::plain_canvas())).size();
  scatter.joined = true;
  EXPECT_GT(test::braille_dots(draw(scatter, test::plain_canvas())).size(), 3 * apart / 2);
  EXPECT_GT(test::spots(draw(scatter, test::ascii_canvas()), "o").size(), 50U);
}

TEST(Scatter, GroupsHaveMarksAndColours) {
  Scatter scatter = square();
  scatter.groups = {0, 0, 1, 1};
  scatter.group_names = {"low", "high"};
  EXPECT_EQ(draw(scatter, test::plain_canvas(30, 6)),
            "1┤o D        o C\n"
            " │\n"
            " │\n"
            " │\n"
            " │\n"
            "0┤* A        * B\n"
            " └┬──────────┬\n"
            "  0          1\n"
            "* low   o high\n");
  const auto lines = test::lines_of(draw(scatter, test::colour_canvas(30, 6)));
  EXPECT_EQ(test::cells_of(lines[0])[2].colour, series_colour(1));
  EXPECT_EQ(test::cells_of(lines[0])[4].colour, series_colour(1));  // its name, too
  EXPECT_EQ(test::cells_of(lines[5])[2].colour, series_colour(0));
  EXPECT_EQ(test::cells_of(lines.back())[8].colour, series_colour(1));
}

TEST(Scatter, NamesCoverNeitherMarksNorOneAnother) {
  Scatter scatter;
  scatter.points = zeros({30, 2});
  Rng rng(3);
  const Array places = rng.normal({30, 2});
  for (std::size_t i = 0; i < 30; ++i) {
    scatter.points(i, 0) = places(i, 0);
    scatter.points(i, 1) = places(i, 1);
    scatter.names.push_back(fmt::format("n{:02}", i));
  }
  const std::string drawing = draw(scatter, test::plain_canvas(60, 12));
  std::size_t shown = 0;
  for (const std::string& name : scatter.names) shown += test::spots(drawing, name).size();
  EXPECT_GE(shown, 15U);
  EXPECT_LE(shown, 30U);
  if (shown < 30)
    EXPECT_THAT(drawing,
                HasSubstr(fmt::format("There is no room for {} of the names.", 30 - shown)));
  else
    EXPECT_THAT(drawing, Not(HasSubstr("no room")));
  Scatter nameless = scatter;
  nameless.names.clear();
  const std::size_t marks = test::spots(draw(nameless, test::plain_canvas(60, 12)), "o").size();
  EXPECT_EQ(test::spots(draw(scatter, test::plain_canvas(60, 12)), "o").size(),
            marks + (shown < 30 ? 3 : 0));  // the note has three: no, room, of … and "for"
}

TEST(Scatter, CountsNamesThatDoNotFit) {
  Scatter scatter;
  scatter.points = zeros({9, 2});
  scatter.names.assign(9, "name");
  EXPECT_THAT(draw(scatter, test::plain_canvas(40, 9)),
              HasSubstr("There is no room for 5 of the names."));
}

TEST(Scatter, LeavesOutPointsThatAreNone) {
  Scatter scatter = square();
  scatter.points(2, 1) = std::numeric_limits<real>::quiet_NaN();
  const std::string drawing = draw(scatter, test::plain_canvas(80, 6));
  EXPECT_THAT(drawing, HasSubstr("NaN or infinite points: 1."));
  EXPECT_THAT(drawing, HasSubstr("no room for 1 of the names"));
  scatter.points = full({4, 2}, std::numeric_limits<real>::infinity());
  EXPECT_EQ(draw(scatter, test::plain_canvas()), "(nothing to draw: no points)\n");
  scatter = Scatter();
  scatter.points = zeros({0, 2});
  EXPECT_EQ(draw(scatter, test::plain_canvas()), "(nothing to draw: no points)\n");
}

TEST(Scatter, RefusesPartsThatDoNotFit) {
  Scatter scatter = square();
  scatter.names.pop_back();
  EXPECT_ERROR(draw(scatter, test::plain_canvas()), ShapeError,
               "[draw] 4 points need as many names or none, got 3");
  scatter = square();
  scatter.groups = {0};
  EXPECT_ERROR(draw(scatter, test::plain_canvas()), ShapeError,
               "[draw] 4 points need as many groups or none, got 1");
  scatter = square();
  scatter.points = zeros({4, 3});
  EXPECT_ERROR(draw(scatter, test::plain_canvas()), ShapeError,
               "[draw] points must have shape (N, 2), got (4, 3)");
  scatter.points = zeros({4});
  EXPECT_THROW(draw(scatter, test::plain_canvas()), ShapeError);
}

}  // namespace
}  // namespace horloge
