#include "figures/drawing.h"
#include "horloge/figures/palette.h"
#include "horloge/figures/shrink.h"
#include "support/arrays.h"

namespace horloge {
namespace {

HeatMap map_of(const Array& values, double low, double high) {
  HeatMap map;
  map.values = values;
  map.low = low;
  map.high = high;
  return map;
}

HeatMap signs() {
  HeatMap map = map_of(array_of({2, 5}, {-1, -0.5, 0, 0.5, 1, 1, 0.5, 0, -0.5, -1}), -1, 1);
  map.title = "Signs";
  map.x_label = "column";
  map.y_label = "row";
  return map;
}

TEST(HeatMap, HasItsCellsInOrderAndTellsSignsApart) {
  EXPECT_EQ(draw(signs(), test::plain_canvas(30, 6)),
            "Signs\n"
            "row\n"
            "0 ≡≡≡≡----    ▒▒▒▒████\n"
            "1 ████▒▒▒▒    ----≡≡≡≡\n"
            "    0       2       4\n"
            "         column\n"
            "-1 ≡≡==--··  ░░▒▒▓▓██ 1\n");
  EXPECT_EQ(draw(signs(), test::ascii_canvas(30, 6)),
            "Signs\n"
            "row\n"
            "0 ====~~~~    ****####\n"
            "1 ####****    ~~~~====\n"
            "    0       2       4\n"
            "         column\n"
            "-1 ==~~--  ++**## 1\n");
}

TEST(HeatMap, SpansItsNumbersWhereNoScaleIsGiven) {
  EXPECT_EQ(draw(map_of(array_of({1, 5}, {0, 0.5, 1, 1.5, 2}), 0, 0), test::ascii_canvas(30, 6)),
            "0     ::::++++####@@@@\n"
            "    0       2       4\n"
            "0   ..::--==++**##%%@@ 2\n");
}

TEST(HeatMap, HasWordsAtItsRowsAndColumns) {
  HeatMap map = signs();
  map.title = "";
  map.x_label = "key";
  map.y_label = "query";
  map.row_names = {"le", "chat"};
  map.column_names = {"a", "b", "c", "d", "我们"};
  EXPECT_EQ(draw(map, test::plain_canvas(30, 6)),
            "rows: query, columns: key\n"
            "       a    b    c    d  我们\n"
            "le   ≡≡≡≡≡-----     ▒▒▒▒▒█████\n"
            "chat █████▒▒▒▒▒     -----≡≡≡≡≡\n"
            "-1 ≡≡==--··  ░░▒▒▓▓██ 1\n");
}

TEST(HeatMap, NumbersColumnsWhoseNamesAreTooLong) {
  HeatMap map = signs();
  map.title = map.x_label = map.y_label = "";
  map.row_names = {"le", "chat"};
  map.column_names = {"longer", "longest", "yet longer", "d", "e"};
  EXPECT_EQ(draw(map, test::plain_canvas(30, 6)),
            "       0   1   2   3   4\n"
            "le   ≡≡≡≡----    ▒▒▒▒████\n"
            "chat ████▒▒▒▒    ----≡≡≡≡\n"
            "columns: 0 longer, 1 longest,\n"
            "2 yet longer, 3 d, 4 e\n"
            "-1 ≡≡==--··  ░░▒▒▓▓██ 1\n");
}

TEST(HeatMap, NumbersTheRowsTooIfTheyHaveTheSameNames) {
  HeatMap map = map_of(array_of({2, 2}, {0, 1, 1, 0}), 0, 1);
  map.row_names = map.column_names = {"somewhat long", "other"};
  const std::string drawing = draw(map, test::plain_canvas(28, 6));
  EXPECT_THAT(drawing, HasSubstr("0 somewha..     ████\n"));
  EXPECT_THAT(drawing, HasSubstr("1 other     ████\n"));
  EXPECT_THAT(drawing, Not(HasSubstr("columns:")));
}

TEST(HeatMap, SaysWhenNamesDoNotFit) {
  HeatMap map = map_of(zeros({2, 40}), -1, 1);
  map.column_names.assign(40, "word");
  EXPECT_THAT(draw(map, test::plain_canvas(60, 6)), HasSubstr("no room for the names"));
}

// Cells of a coloured drawing: which of a ramp's colours each has.
std::size_t step_of(int colour, const Ramp& ramp) {
  const auto found = std::find(ramp.colours.begin(), ramp.colours.end(), colour);
  EXPECT_NE(found, ramp.colours.end()) << colour;
  return static_cast<std::size_t>(found - ramp.colours.begin());
}

TEST(HeatMap, HasItsColoursFromLowToHigh) {
  const auto lines = test::lines_of(draw(signs(), test::colour_canvas(30, 6)));
  const auto first = test::cells_of(lines[2]);
  const auto second = test::cells_of(lines[3]);
  const Ramp& ramp = diverging_ramp(true);
  for (std::size_t c = 0; c < 5; ++c) {
    const std::size_t step = step_of(first[2 + 4 * c].background, ramp);
    EXPECT_EQ(step, 3 * c) << c;  // 13 colours, 5 numbers
    EXPECT_EQ(step_of(second[2 + 4 * c].background, ramp), 12 - step);
  }
}

TEST(HeatMap, ShowsTwoRowsALineInHalfBlocks) {
  Array values = zeros({7, 1});
  for (std::size_t r = 0; r < 7; ++r) values(r, 0) = static_cast<real>(r);
  const auto lines = test::lines_of(draw(map_of(values, 0, 9), test::colour_canvas(30, 4)));
  const Ramp& ramp = sequential_ramp(true);  // ten colours, a number each
  for (std::size_t r = 0; r < 7; ++r) {
    const test::DrawnCell cell = test::cells_of(lines[r / 2])[2];
    EXPECT_EQ(cell.text, "▀");
    EXPECT_EQ(step_of(r % 2 == 0 ? cell.colour : cell.background, ramp), r);
  }
  EXPECT_EQ(test::cells_of(lines[3])[2].background, -1);  // there is no eighth row
  EXPECT_EQ(lines.size(), 4U + 2);
}

TEST(HeatMap, AveragesWhatDoesNotFitAndSaysSo) {
  Array values = zeros({3, 100});
  for (std::size_t i = 0; i < values.size(); ++i)
    values.data()[i] = static_cast<real>(i % 100 / 25);
  EXPECT_EQ(draw(map_of(values, 0, 0), test::plain_canvas(30, 6)),
            "0       ·░░░░░▒▒▒▒▒▒▓██████\n"
            "1       ·░░░░░▒▒▒▒▒▒▓██████\n"
            "2       ·░░░░░▒▒▒▒▒▒▓██████\n"
            "  0   20   40   60   80\n"
            "0   ··░░▒▒▓▓██ 3\n"
            "Each column is the mean of 4\n"
            "columns.\n");
  const std::string tall = draw(map_of(zeros({100, 2}), -1, 1), test::plain_canvas(80, 18));
  EXPECT_THAT(tall, HasSubstr("Each row is the mean of 3 rows."));
  EXPECT_EQ(test::lines_of(tall).size(), 34U + 3);
}

TEST(HeatMap, ShowsNumbersThatAreNone) {
  const real nan = std::numeric_limits<real>::quiet_NaN();
  const real infinity = std::numeric_limits<real>::infinity();
  HeatMap map = map_of(array_of({1, 4}, {0, 0, 0, 1}), 0, 0);
  map.values(0, 1) = nan;
  map.values(0, 2) = -infinity;
  const std::string plain = draw(map, test::plain_canvas(20, 6));
  EXPECT_THAT(plain, HasSubstr("0     ????????████\n"));
  EXPECT_THAT(plain, HasSubstr("NaN or infinite: 2."));
  EXPECT_THAT(plain, HasSubstr("0   ··░░▒▒▓▓██ 1\n"));  // they are no part of the scale
  EXPECT_THAT(draw(map, test::colour_canvas(20, 6)), HasSubstr("????????"));
  map.values = full({9, 2}, nan);
  EXPECT_THAT(draw(map, test::colour_canvas(20, 4)), HasSubstr("????"));
  EXPECT_THAT(draw(map, test::plain_canvas(80, 4)), HasSubstr("NaN or infinite: 18."));
}

TEST(HeatMap, ClampsToItsScale) {
  EXPECT_THAT(draw(map_of(array_of({1, 2}, {-5, 7}), -1, 1), test::ascii_canvas(30, 6)),
              HasSubstr("0 ====####\n"));
}

TEST(HeatMap, SaysThatItIsEmptyOrAllTheSame) {
  EXPECT_EQ(draw(map_of(zeros({0, 3}), 0, 1), test::plain_canvas()),
            "(nothing to draw: no numbers)\n");
  EXPECT_THAT(draw(map_of(full({2, 2}, 3), 0, 0), test::plain_canvas()),
              HasSubstr("every value is 3\n"));
}

TEST(HeatMap, RefusesPartsThatDoNotFit) {
  const auto drawn = [](const HeatMap& map) { return draw(map, test::plain_canvas()); };
  HeatMap map = signs();
  map.row_names = {"one"};
  EXPECT_ERROR(drawn(map), ShapeError, "[draw] a heat map (2, 5) needs 2 row names or none, got 1");
  map = signs();
  map.column_names = {"one"};
  EXPECT_ERROR(drawn(map), ShapeError,
               "[draw] a heat map (2, 5) needs 5 column names or none, got 1");
  map = signs();
  map.values = zeros({3});
  EXPECT_THROW(drawn(map), ShapeError);
  map = signs();
  map.low = 2;
  EXPECT_ERROR(drawn(map), ValueError,
               "[draw] a colour scale needs finite low <= high, got low 2 and high 1");
  map.low = -std::numeric_limits<double>::infinity();
  EXPECT_THROW(drawn(map), ValueError);
}

TEST(Shrink, AveragesBlocks) {
  const Shrunk shrunk = shrink(array_of({3, 4}, {1, 3, 5, 7, 3, 5, 7, 9, 10, 20, 30, 40}), 2, 2);
  EXPECT_EQ(shrunk.row_step, 2U);
  EXPECT_EQ(shrunk.column_step, 2U);
  EXPECT_TRUE(test::same(shrunk.values, array_of({2, 2}, {3, 7, 15, 35})));
}

TEST(Shrink, LeavesOutWhatIsNoNumber) {
  const double nan = std::nan("");
  const Shrunk shrunk = shrink(array_of({1, 4}, {nan, 3, nan, nan}), 1, 2);
  EXPECT_TRUE(test::same(shrunk.values, array_of({1, 2}, {3, nan})));
}

}  // namespace
}  // namespace horloge
