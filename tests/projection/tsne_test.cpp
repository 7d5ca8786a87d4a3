#include "horloge/projection/tsne.h"

#include <stdexcept>

#include "horloge/projection/distances.h"
#include "horloge/projection/trustworthiness.h"
#include "support/threads.h"

namespace horloge {
namespace {

// Three clouds of points, far apart; point i belongs to cloud i % 3.
Array clouds(std::size_t count, std::size_t dimensions = 10) {
  const Array centres = Rng(7).normal({3, dimensions}, 0, 5);
  Array x = Rng(8).normal({count, dimensions});
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t d = 0; d < dimensions; ++d) x(i, d) += centres(i % 3, d);
  return x;
}

std::size_t nearest_to(const Array& distances, std::size_t i) {
  std::size_t best = i == 0 ? 1 : 0;
  for (std::size_t j = 0; j < distances.shape()[0]; ++j)
    if (j != i && distances(i, j) < distances(i, best)) best = j;
  return best;
}

TEST(Tsne, KeepsCloudsApart) {
  const Array x = clouds(90);
  TsneOptions options;
  options.perplexity = 15;
  const Tsne got = tsne(x, options);
  const Array distances = squared_distances(got.points);
  for (std::size_t i = 0; i < 90; ++i) EXPECT_EQ(nearest_to(distances, i) % 3, i % 3);
  EXPECT_GT(trustworthiness(x, got.points), 0.9);
}

TEST(Tsne, GivesTheSameBitsWithAnyThreads) {
  const Array x = clouds(600);
  TsneOptions options;
  options.iterations = 300;
  EXPECT_TRUE(test::same_with_any_threads([&] {
    const Tsne got = tsne(x, options);
    return std::vector<Array>{got.points, full({1}, static_cast<real>(got.divergence))};
  }));
}

TEST(Tsne, BeginsWhereItIsTold) {
  const Array x = clouds(30);
  TsneOptions options;
  options.perplexity = 8;
  options.iterations = 0;
  options.start = Rng(5).normal({30, 2});
  const Tsne got = tsne(x, options);
  EXPECT_EQ(got.iterations, 0U);
  EXPECT_TRUE(test::same(got.points, options.start));
  EXPECT_DOUBLE_EQ(got.divergence, tsne_loss(tsne_affinities(x, 8), options.start).divergence);
}

// One step by hand: gains start at 1 and shrink where the velocity, 0, has no other sign.
TEST(Tsne, TakesTheStepOfTheReference) {
  const Array x = clouds(30);
  TsneOptions options;
  options.perplexity = 8;
  options.iterations = 1;
  options.learning_rate = 10;
  options.early_exaggeration = 1;
  options.start = Rng(5).normal({30, 2});
  const TsneLoss loss = tsne_loss(tsne_affinities(x, 8), options.start);
  const Array want = options.start - loss.gradient * real{8};
  EXPECT_TRUE(near(tsne(x, options).points, want, 1e-6));
}

TEST(Tsne, ReportsProgressAndCanBeEnded) {
  TsneOptions options;
  options.perplexity = 8;
  options.iterations = 320;
  std::vector<std::size_t> steps;
  double last = 0;
  options.progress = [&](std::size_t step, double divergence) {
    steps.push_back(step);
    last = divergence;
  };
  const Tsne got = tsne(clouds(30), options);
  EXPECT_THAT(steps, testing::ElementsAre(50, 100, 150, 200, 250, 300, 320));
  EXPECT_NEAR(got.divergence, last, 1e-9);

  options.progress = [](std::size_t, double) { throw std::runtime_error("enough"); };
  EXPECT_THROW(tsne(clouds(30), options), std::runtime_error);
}

TEST(Tsne, StepByStepGivesTheSameBits) {
  const Array x = clouds(30);
  TsneOptions options;
  options.perplexity = 8;
  options.iterations = 320;
  TsneDescent descent(x, options);
  for (std::size_t done = 0; done < 320; ++done) {
    EXPECT_EQ(descent.iterations(), done);
    EXPECT_FALSE(descent.over());
    descent.step();
  }
  EXPECT_TRUE(descent.over());
  const Tsne whole = tsne(x, options);
  EXPECT_TRUE(test::same(descent.points(), whole.points));
  EXPECT_EQ(descent.divergence(), whole.divergence);
  descent.step();  // over: nothing moves any more
  EXPECT_EQ(descent.iterations(), 320U);
  EXPECT_TRUE(test::same(descent.points(), whole.points));
}

TEST(Tsne, StopsWhereNothingMoves) {
  TsneOptions options;
  options.perplexity = 2;
  const Tsne equal_points = tsne(ones({5, 3}), options);
  EXPECT_EQ(equal_points.iterations, 300U);  // one look in each of the two phases
  EXPECT_TRUE(test::same(equal_points.points, zeros({5, 2})));
}

TEST(Tsne, TakesPointsOnALine) {
  Array x = zeros({20, 1});
  for (std::size_t i = 0; i < 20; ++i) x(i, 0) = static_cast<real>(i);
  TsneOptions options;
  options.perplexity = 4;
  options.learning_rate = 2;
  EXPECT_GT(trustworthiness(x, tsne(x, options).points, 3), 0.95);
}

TEST(Tsne, SaysWhatItCannotDo) {
  const Array x = clouds(30);
  TsneOptions options;
  EXPECT_ERROR(tsne(x, options), ValueError,
               "[tsne] perplexity must be at least 1 and less than the 30 points, got 30");
  options.perplexity = 0.5;
  EXPECT_ERROR(tsne(x, options), ValueError, "got 0.5");
  options.perplexity = 5;
  EXPECT_ERROR(tsne(ones({30}), options), ShapeError, "[tsne] x (N, D) must have rank 2");
  EXPECT_ERROR(tsne(ones({2, 3}), options), ValueError, "at least three rows");
  Array wrong = x;
  wrong(3, 3) = std::numeric_limits<real>::quiet_NaN();
  EXPECT_ERROR(tsne(wrong, options), ValueError, "[tsne] x must be finite");
  options.start = zeros({30, 3});
  EXPECT_ERROR(tsne(x, options), ShapeError,
               "[tsne] start must be (30, 2), a row for each point, got (30, 3)");
  options.start = Array{};
  options.learning_rate = -1;
  EXPECT_ERROR(tsne(x, options), ValueError,
               "learning_rate must be finite and not negative, got -1");
  options.learning_rate = 0;
  options.early_exaggeration = 0;
  EXPECT_ERROR(tsne(x, options), ValueError,
               "early_exaggeration must be finite and at least 1, got 0");
}

}  // namespace
}  // namespace horloge
