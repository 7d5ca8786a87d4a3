// Buckets and the shift on lesson 11's page.

#include <gmock/gmock.h>

#include "asked.h"

namespace {

using live::Json;

Json buckets(int buckets, int max_distance, bool both_ways) {
  return {{"buckets", buckets}, {"max_distance", max_distance}, {"both_ways", both_ways}};
}

TEST(RelativeLive, TheBucketsThatTheLessonPrints) {
  const Json two = asked("relative.buckets", buckets(32, 128, true));
  EXPECT_EQ(two["shared_from"], 91);
  EXPECT_EQ(two["offset"][160], 0);  // of -160 … 160
  EXPECT_EQ(two["bucket"][160], 0);
  EXPECT_EQ(two["bucket"][161], 17);
  EXPECT_EQ(two["bucket"][152], 8);
  EXPECT_EQ(two["pairs"][5][6], 17);
  const Json one = asked("relative.buckets", buckets(32, 128, false));
  EXPECT_EQ(one["shared_from"], 113);
  EXPECT_EQ(one["bucket"].size(), 161U);
}

TEST(RelativeLive, BucketsThatDoNotFitAreSentences) {
  EXPECT_EQ(refused("relative.buckets", buckets(30, 128, true)),
            "buckets must be a multiple of 4, for a half of each direction");
  EXPECT_EQ(refused("relative.buckets", buckets(32, 8, true)),
            "max_distance must be more than the buckets of one distance each, 8");
}

TEST(RelativeLive, TheShiftStepByStep) {
  const Json steps = asked("relative.shift", {{"queries", 3}, {"words", 5}})["steps"];
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[1][0], Json({0, 104, 103, 102, 101, 100}));
  EXPECT_EQ(steps[2].size(), 6U);
  EXPECT_EQ(steps[3].size(), 5U);
  EXPECT_EQ(steps[4][0], Json({102, 101, 100, 0, 204}));  // a2 a1 a0, and what is left over
  EXPECT_EQ(steps[4][2], Json({304, 303, 302, 301, 300}));
}

}  // namespace
