// Offsets and caches on lesson 17's page.

#include <gmock/gmock.h>

#include <string>

#include "asked.h"

namespace {

using live::Json;

Json offsets(const std::string& rule, int tokens, int trained) {
  return asked("long_texts.offsets",
               {{"rule", rule}, {"tokens", tokens}, {"trained", trained}, {"group", 4}});
}

TEST(LongTextsLive, AllRulesButTheFirstKeepToTheOffsetsOfTraining) {
  EXPECT_EQ(offsets("as_they_are", 40, 16)["largest"], 39);
  for (const char* rule : {"clipped", "grouped", "chunked", "sinks"})
    EXPECT_EQ(offsets(rule, 40, 16)["largest"], 15) << rule;
  EXPECT_EQ(offsets("grouped", 64, 16)["largest"], 21) << "Self-Extend ends somewhere, too";
}

TEST(LongTextsLive, TheNearestTokensHaveTheirOwnOffsets) {
  for (const char* rule : {"as_they_are", "clipped", "grouped", "chunked", "sinks"}) {
    const Json last = offsets(rule, 40, 16)["offsets"][39];
    for (int offset = 0; offset < 8; ++offset) EXPECT_EQ(last[39 - offset], offset) << rule;
  }
}

TEST(LongTextsLive, CountsWhatTheLastTokenSees) {
  const Json clipped = offsets("clipped", 40, 16);
  EXPECT_EQ(clipped["keys"], 40);
  EXPECT_EQ(clipped["different"], 16);
  const Json kept = offsets("sinks", 40, 16);
  EXPECT_EQ(kept["keys"], 16);
  EXPECT_EQ(kept["different"], 16);
  EXPECT_EQ(kept["offsets"][39][3], 12);
  EXPECT_TRUE(kept["offsets"][39][4].is_null());
  EXPECT_TRUE(kept["offsets"][0][1].is_null());
}

TEST(LongTextsLive, TheCacheThatTheLessonPrints) {
  const Json gemma =
      asked("long_texts.cache", {{"layers", 62}, {"global_every", 6}, {"window", 1024}});
  EXPECT_EQ(gemma["global"], 10);
  EXPECT_EQ(gemma["tokens"].back(), 131072);
  EXPECT_EQ(gemma["whole"].back(), 62 * 131072);
  EXPECT_EQ(gemma["kept"].back(), 10 * 131072 + 52 * 1024);
}

TEST(LongTextsLive, WhatDoesNotFitIsASentence) {
  EXPECT_THAT(refused("long_texts.offsets",
                      {{"rule", "by_guess"}, {"tokens", 40}, {"trained", 16}, {"group", 4}}),
              testing::HasSubstr("rule must be"));
}

}  // namespace
