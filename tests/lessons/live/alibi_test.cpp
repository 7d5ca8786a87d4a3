// Slopes on lesson 10's page.

#include <gmock/gmock.h>

#include <cmath>

#include "asked.h"

namespace {

using live::Json;

Json heads(int heads, int query, int window, bool causal) {
  return asked(
      "alibi.heads",
      {{"heads", heads}, {"words", 32}, {"query", query}, {"window", window}, {"causal", causal}});
}

TEST(AlibiLive, SlopesOfAnyNumberOfHeads) {
  EXPECT_EQ(heads(8, 31, 0, true)["slopes"][0], 0.5);
  const Json twelve = heads(12, 31, 0, true)["slopes"];
  ASSERT_EQ(twelve.size(), 12U);
  EXPECT_NEAR(twelve[8], std::exp2(-0.5), 1e-6);
}

TEST(AlibiLive, AWordFurtherCostsTheSlope) {
  for (const bool causal : {true, false}) {
    const Json row = heads(8, 20, 0, causal)["weights"][2];  // slope 1/8
    EXPECT_NEAR(row[11].get<double>() / row[12].get<double>(), std::exp(-0.125), 1e-5);
    double sum = 0;
    for (const Json& weight : row) sum += weight.get<double>();
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_EQ(row[21] == 0, causal);
  }
}

TEST(AlibiLive, AWindowHidesWhatIsFurther) {
  const Json row = heads(8, 20, 4, false)["weights"][7];
  EXPECT_GT(row[17], 0.1);
  EXPECT_EQ(row[16], 0);
  EXPECT_GT(row[23], 0.1);
  EXPECT_EQ(row[24], 0);
}

// Slope 1/2: 1 - e^(-(d + 1) / 2) is 0.9 at the fourth word back.
TEST(AlibiLive, SaysHowFarAHeadSees) {
  EXPECT_EQ(heads(8, 31, 0, true)["reach"][0], 4);
  EXPECT_EQ(heads(8, 31, 1, true)["reach"][0], 0);
}

}  // namespace
