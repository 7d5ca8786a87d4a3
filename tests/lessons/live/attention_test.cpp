// Scores that are edited on lesson 7's page.

#include <gmock/gmock.h>

#include <cmath>

#include "asked.h"

namespace {

using live::Json;

Json weights_of(const Json& scores, const std::string& mask, double scale) {
  return asked("attention.weights", {{"scores", scores}, {"mask", mask}, {"scale", scale}});
}

Json scores_of(const std::string& head) {
  return asked("attention.scores", {{"head", head}})["scores"];
}

TEST(AttentionLive, WeightsAreTheSoftmaxOfTheScores) {
  const Json scores = scores_of("fits");
  const Json weights = weights_of(scores, "none", 0.5)["weights"];
  for (std::size_t t = 0; t < 7; ++t) {
    double sum = 0;
    for (const Json& score : scores[t]) sum += std::exp(0.5 * score.get<double>());
    for (std::size_t s = 0; s < 7; ++s)
      EXPECT_NEAR(weights[t][s], std::exp(0.5 * scores[t][s].get<double>()) / sum, 1e-6);
  }
}

TEST(AttentionLive, HeadsLookForWhatFitsAndForTheWordBefore) {
  EXPECT_EQ(scores_of("fits")[3], Json({0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 3.0}));
  const Json before = scores_of("before");
  for (std::size_t t = 1; t < 7; ++t)
    for (std::size_t s = 0; s < 7; ++s)
      if (s != t - 1) {
        EXPECT_LT(before[t][s], before[t][t - 1]);
      }
  EXPECT_NEAR(before[3][2], 4, 1e-5);  // 32 / sqrt(64)
  EXPECT_NEAR(scores_of("both")[3][2], 7, 1e-5);
}

TEST(AttentionLive, MasksHideKeys) {
  const Json scores = scores_of("fits");
  const Json causal = weights_of(scores, "causal", 1)["weights"];
  EXPECT_EQ(causal[0], Json({1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}));
  const Json padding = weights_of(scores, "padding", 1);
  EXPECT_EQ(padding["weights"][5][1], 0);
  EXPECT_FALSE(padding["seen"][5][1]);
  EXPECT_EQ(weights_of(scores, "window", 1)["weights"][4][2], 0);
}

TEST(AttentionLive, AnOutputIsTheMixtureOfValues) {
  const Json answer = weights_of(scores_of("both"), "causal", 2);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double mixed = 0;
    for (std::size_t s = 0; s < 7; ++s)
      mixed += answer["weights"][6][s].get<double>() * answer["values"][s][axis].get<double>();
    EXPECT_NEAR(answer["outputs"][6][axis], mixed, 1e-6);
  }
}

TEST(AttentionLive, SaysWhatDoesNotFit) {
  const Json few = {{"scores", {{1, 2}, {3, 4}}}, {"mask", "none"}, {"scale", 1}};
  EXPECT_EQ(refused("attention.weights", few), "scores must have a row and a column a word");
}

}  // namespace
