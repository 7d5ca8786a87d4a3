// The clock of lesson 4's page.

#include <gmock/gmock.h>

#include <cmath>

#include "asked.h"

namespace {

using live::Json;

Json clock_at(int position, int other, const std::string& layout = "interleaved") {
  return {{"position", position},
          {"other", other},
          {"d_model", 8},
          {"base", 10000},
          {"layout", layout}};
}

TEST(ClockLive, TheRowIsThatOfTheLessonsTable) {
  const Json clock = asked("clock.hands", clock_at(3, 10));
  const Json table = asked("sinusoidal.table", {{"positions", 11}, {"d_model", 8}});
  for (std::size_t column = 0; column < 8; ++column) {
    EXPECT_NEAR(clock["rows"][0][column], table["values"][3][column], 1e-6);
    EXPECT_NEAR(clock["rows"][1][column], table["values"][10][column], 1e-6);
  }
}

TEST(ClockLive, AHandPointsWhereItsSineAndCosineDo) {
  const Json hands = asked("clock.hands", clock_at(3, 10))["hands"];
  ASSERT_EQ(hands.size(), 4U);
  EXPECT_NEAR(hands[1]["position"]["sin"], std::sin(0.3), 1e-6);
  EXPECT_NEAR(hands[1]["other"]["cos"], std::cos(1.0), 1e-6);
  EXPECT_NEAR(hands[0]["position"]["hour"], 12 * 3 / (2 * std::acos(-1.0)), 1e-5);
  EXPECT_EQ(hands[2]["divisor"], 100);
}

TEST(ClockLive, LayoutsPutTheHandsElsewhere) {
  for (const std::string layout : {"interleaved", "halves", "tensor2tensor"}) {
    const Json clock = asked("clock.hands", clock_at(3, 10, layout));
    for (const Json& hand : clock["hands"]) {
      const double angle = 3 / hand["divisor"].get<double>();
      const Json& row = clock["rows"][0];
      EXPECT_NEAR(row[hand["columns"][0].get<int>()], std::sin(angle), 1e-6) << layout;
      EXPECT_NEAR(row[hand["columns"][1].get<int>()], std::cos(angle), 1e-6) << layout;
    }
  }
  const Json last = asked("clock.hands", clock_at(3, 10, "tensor2tensor"))["hands"][3];
  EXPECT_NEAR(last["divisor"], 10000, 1e-6);
}

TEST(ClockLive, OnlyTheOffsetCounts) {
  const Json near = asked("clock.hands", clock_at(3, 10));
  const Json far = asked("clock.hands", clock_at(903, 910));
  EXPECT_NEAR(near["distance"], far["distance"], 1e-5);
  EXPECT_NEAR(near["dot"], far["dot"], 1e-5);
  EXPECT_NEAR(near["curves"]["distance"][7], near["distance"], 1e-5);
  EXPECT_NEAR(near["curves"]["dot"][7], near["dot"], 1e-5);
  EXPECT_EQ(asked("clock.hands", clock_at(0, 1000))["curves"]["offset"].size(), 1001U);
}

TEST(ClockLive, SaysWhatDoesNotFit) {
  Json with = clock_at(3, 10);
  with["d_model"] = 7;
  EXPECT_THAT(refused("clock.hands", with), testing::HasSubstr("must be even"));
  with = clock_at(3, 1001);
  EXPECT_EQ(refused("clock.hands", with), "other must be a whole number from 0 to 1000, is 1001");
}

}  // namespace
