// The turning hands of lesson 9's page.

#include <gmock/gmock.h>

#include <cmath>

#include "asked.h"

namespace {

using live::Json;

Json hands_at(int query_at, int key_at, const std::string& pairing) {
  return {{"query", {2, 1, 0.5, -1}},
          {"key", {1, 1.5, -0.25, 2}},
          {"query_at", query_at},
          {"key_at", key_at},
          {"base", 100},
          {"pairing", pairing}};
}

TEST(RotaryLive, OnlyTheOffsetCounts) {
  for (const std::string pairing : {"interleaved", "halves"}) {
    const Json near = asked("rotary.turned", hands_at(5, 2, pairing));
    const Json far = asked("rotary.turned", hands_at(195, 192, pairing));
    EXPECT_NEAR(near["score"], far["score"], 1e-5);
    EXPECT_GT(std::abs(near["score"].get<double>() -
                       asked("rotary.turned", hands_at(2, 5, pairing))["score"].get<double>()),
              0.1);
    EXPECT_NEAR(near["by_offset"]["score"][43], near["score"], 1e-5);  // of -40 … 40
    for (const Json& score : near["moved"]["turned"]) EXPECT_NEAR(score, near["score"], 1e-5);
  }
}

TEST(RotaryLive, APairTurnsByItsAngle) {
  const Json pair = asked("rotary.turned", hands_at(5, 2, "halves"))["pairs"][1];
  EXPECT_EQ(pair["columns"], Json({1, 3}));
  EXPECT_NEAR(pair["omega"], 0.1, 1e-9);
  EXPECT_NEAR(pair["query"][0], std::cos(0.5) + std::sin(0.5), 1e-6);
  EXPECT_NEAR(pair["query"][1], std::sin(0.5) - std::cos(0.5), 1e-6);
}

TEST(RotaryLive, AddedItHangsOnThePlace) {
  const Json added = asked("rotary.turned", hands_at(5, 2, "interleaved"))["moved"]["added"];
  EXPECT_GT(std::abs(added[0].get<double>() - added[4].get<double>()), 0.1);
}

TEST(RotaryLive, WhatIsDraggedComesToLieThere) {
  for (const std::string pairing : {"interleaved", "halves"}) {
    Json with = hands_at(5, 2, pairing);
    with["who"] = "key";
    with["pair"] = 1;
    with["to"] = {0.5, -2};
    const Json row = asked("rotary.unturned", with)["row"];
    with = hands_at(5, 2, pairing);
    const Json before = asked("rotary.turned", with)["pairs"];
    with["key"] = row;
    const Json after = asked("rotary.turned", with)["pairs"];
    EXPECT_NEAR(after[1]["key"][0], 0.5, 1e-5);
    EXPECT_NEAR(after[1]["key"][1], -2, 1e-5);
    EXPECT_NEAR(after[0]["key"][0], before[0]["key"][0], 1e-5);
  }
}

TEST(RotaryLive, SaysWhatDoesNotFit) {
  Json with = hands_at(5, 2, "halves");
  with["query"] = {1, 2, 3};
  EXPECT_EQ(refused("rotary.turned", with), "query must have an even number of columns");
  with["query"] = {1, 2};
  EXPECT_EQ(refused("rotary.turned", with), "query and key must have as many columns");
}

}  // namespace
