#include "horloge/figures/palette.h"

#include <gtest/gtest.h>

#include <set>

#include "support/luminance.h"

namespace horloge {
namespace {

using test::luminance;

TEST(Palette, CurvesStandOutOnWhiteAndOnBlack) {
  std::set<int> colours;
  for (std::size_t n = 0; n < 8; ++n) {
    const double l = luminance(series_colour(n));
    EXPECT_GE(1.05 / (l + 0.05), 3) << n;  // contrast to white
    EXPECT_GE((l + 0.05) / 0.05, 3) << n;  // and to black
    colours.insert(series_colour(n));
  }
  EXPECT_EQ(colours.size(), 8U);
}

TEST(Palette, MarksDiffer) {
  std::set<char> marks;
  for (std::size_t n = 0; n < 50; ++n) marks.insert(series_mark(n));
  EXPECT_EQ(marks.size(), 50U);
}

TEST(Palette, SequentialColoursGrowLighter) {
  const std::vector<int>& colours = sequential_ramp(true).colours;
  for (std::size_t i = 1; i < colours.size(); ++i)
    EXPECT_LT(luminance(colours[i - 1]), luminance(colours[i])) << i;
}

TEST(Palette, DivergingColoursGrowDarkerOnBothSides) {
  const std::vector<int>& colours = diverging_ramp(true).colours;
  ASSERT_EQ(colours.size() % 2, 1U);
  const std::size_t middle = colours.size() / 2;
  for (std::size_t i = 1; i <= middle; ++i) {
    EXPECT_LT(luminance(colours[i - 1]), luminance(colours[i])) << i;
    EXPECT_LT(luminance(colours[middle + i]), luminance(colours[middle + i - 1])) << i;
  }
}

TEST(Palette, NoStepOfARampRepeats) {
  for (const bool utf8 : {false, true})
    for (const Ramp& ramp : {sequential_ramp(utf8), diverging_ramp(utf8)}) {
      EXPECT_EQ(std::set<int>(ramp.colours.begin(), ramp.colours.end()).size(),
                ramp.colours.size());
      EXPECT_EQ(std::set<std::string>(ramp.characters.begin(), ramp.characters.end()).size(),
                ramp.characters.size());
    }
}

TEST(RampStep, IsTheNearest) {
  EXPECT_EQ(ramp_step(0, 5), 0U);
  EXPECT_EQ(ramp_step(1, 5), 4U);
  EXPECT_EQ(ramp_step(0.5, 5), 2U);
  EXPECT_EQ(ramp_step(-7, 5), 0U);
  EXPECT_EQ(ramp_step(7, 5), 4U);
  EXPECT_EQ(ramp_step(0.7, 1), 0U);
}

TEST(RampStep, DoesNotHangOnTheLastBit) {
  for (const std::size_t count : {4, 5, 9, 10, 13})
    for (std::size_t border = 1; border < count; ++border) {
      const double place = (static_cast<double>(border) - 0.5) / static_cast<double>(count - 1);
      EXPECT_EQ(ramp_step(place - 1e-7, count), ramp_step(place + 1e-7, count))
          << border << " of " << count;
    }
}

TEST(RampStep, IsSymmetricForOddCounts) {
  for (double place = 0; place <= 0.5; place += 0.001)
    EXPECT_EQ(ramp_step(place, 9), 8 - ramp_step(1 - place, 9)) << place;
}

}  // namespace
}  // namespace horloge
