// The codes of lesson 5's page.

#include <gmock/gmock.h>

#include <cmath>

#include "asked.h"

namespace {

using live::Json;

Json code(const std::string& name, int length, int d_model = 8) {
  return asked("designing_a_code.code",
               {{"code", name}, {"length", length}, {"d_model", d_model}, {"base", 10000}});
}

TEST(CodesLive, SinusoidalDistancesDependOnTheOffsetAlone) {
  const Json distance = code("sinusoidal", 40)["distance"];
  ASSERT_EQ(distance["mean"].size(), 40U);
  for (std::size_t k = 0; k < 40; ++k) {
    double squares = 0;
    for (int i = 0; i < 4; ++i) squares += 2 - 2 * std::cos(double(k) * std::pow(10, -i));
    for (const char* which : {"least", "mean", "largest"})
      EXPECT_NEAR(distance[which][k], std::sqrt(squares), 1e-5) << which << " " << k;
  }
}

TEST(CodesLive, FourBitsComeBackAfterSixteen) {
  EXPECT_EQ(code("binary", 16, 4)["closest"]["same"], 0);
  const Json twenty = code("binary", 20, 4);
  EXPECT_EQ(twenty["closest"]["same"], 4);
  EXPECT_EQ(twenty["closest"]["positions"], Json({0, 16}));
  EXPECT_EQ(twenty["distance"]["least"][1], 1);
  EXPECT_EQ(twenty["distance"]["largest"][1], 2);  // from 7 to 8
}

TEST(CodesLive, OneNumberAPosition) {
  EXPECT_EQ(code("index", 12)["rows"][11], Json::array({11}));
  EXPECT_NEAR(code("fraction", 11)["neighbours"], 0.1, 1e-6);
  EXPECT_EQ(code("index", 12)["dot"]["largest"][1], 110);
}

TEST(CodesLive, SinesAloneAreEveryOtherColumn) {
  const Json sines = code("sines", 9)["rows"], all = code("sinusoidal", 9)["rows"];
  ASSERT_EQ(sines[7].size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(sines[7][i], all[7][2 * i]);
}

TEST(CodesLive, AWidthMustBeEven) {
  EXPECT_EQ(refused("designing_a_code.code",
                    {{"code", "binary"}, {"length", 9}, {"d_model", 5}, {"base", 10}}),
            "d_model must be even, is 5");
}

}  // namespace
