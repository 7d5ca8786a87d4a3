#include "horloge/ops/choose.h"

#include <functional>
#include <vector>

#include "support/gradients.h"

namespace horloge {
namespace {

Tensor small() {
  return Tensor(array_of({2, 3, 2}, {0.5, -1, 2, 0.25, 3.5, 1.75, -2, 4, 0.125, 1.5, -0.5, 2.5}));
}

// What PyTorch 1.13.1 says.
TEST(Argmax, AgreesWithPyTorch) {
  EXPECT_EQ(argmax(small()).dimension(), 0U);
  EXPECT_EQ(argmax(small())(), 7);
  EXPECT_THAT(argmax(small(), 0), ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_THAT(argmax(small(), 1), ElementsAre(2, 2, 1, 0));
  EXPECT_THAT(argmax(small(), -1), ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_EQ(argmax(Tensor(array_of({4}, {1, nan, 3, nan})))(), 1);
}

TEST(Argmax, KeepsOrDropsItsAxis) {
  EXPECT_THAT(argmax(small(), 1).shape(), ElementsAre(2, 2));
  EXPECT_THAT(argmax(small(), 1, true).shape(), ElementsAre(2, 1, 2));
  EXPECT_EQ(argmax(Tensor(array_of({1}, {-infinity})), 0)(), 0);
  EXPECT_THAT(argmax(Tensor(zeros({2, 0, 3})), 0).shape(), ElementsAre(0, 3));
}

TEST(Argmax, TakesTheFirstOfEquals) {
  EXPECT_THAT(argmax(Tensor(array_of({2, 3}, {1, 2, 2, 5, 5, 5})), 1), ElementsAre(1, 0));
}

TEST(Argmax, NamesWhatItCannotChooseFrom) {
  EXPECT_ERROR(argmax(Tensor(zeros({2, 0}))), ShapeError, "[argmax] x (2, 0) has no numbers");
  EXPECT_ERROR(argmax(Tensor(zeros({2, 0})), 1), ShapeError, "[argmax] x (2, 0) has no numbers");
  EXPECT_ERROR(argmax(Tensor(zeros({2, 3})), 2), IndexError, "[argmax]");
}

// What PyTorch 1.13.1 says.
TEST(TopK, AgreesWithPyTorch) {
  const auto first = topk(small(), 1, 0), middle = topk(small(), 2, 1), last = topk(small(), 1);
  EXPECT_TRUE(same(first.values.array(), array_of({1, 3, 2}, {0.5, 4, 2, 1.5, 3.5, 2.5})));
  EXPECT_THAT(first.indices, ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_TRUE(
      same(middle.values.array(), array_of({2, 2, 2}, {3.5, 1.75, 2, 0.25, 0.125, 4, -0.5, 2.5})));
  EXPECT_THAT(middle.indices, ElementsAre(2, 2, 1, 1, 1, 0, 2, 2));
  EXPECT_THAT(last.indices, ElementsAre(0, 0, 0, 1, 1, 1));
}

// A full sort of each line, by its definition.
TEST(TopK, IsTheBeginningOfASort) {
  const Array x = Rng(3).normal({3, 7, 4});
  for (const std::size_t k : {0U, 1U, 5U, 7U}) {
    const auto best = topk(Tensor(x), k, 1);
    ASSERT_EQ(best.values.shape(), (Shape{3, k, 4}));
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t c = 0; c < 4; ++c) {
        std::vector<real> line;
        for (std::size_t i = 0; i < 7; ++i) line.push_back(x(b, i, c));
        std::sort(line.begin(), line.end(), std::greater<>());
        for (std::size_t j = 0; j < k; ++j) {
          EXPECT_EQ(best.values.array()(b, j, c), line[j]);
          EXPECT_EQ(x(b, static_cast<std::size_t>(best.indices(b, j, c)), c), line[j]);
        }
      }
  }
}

TEST(TopK, PutsNaNFirstAndTheFirstOfEquals) {
  const auto best = topk(Tensor(array_of({6}, {1, nan, 3, 3, infinity, nan})), 5);
  EXPECT_THAT(best.indices, ElementsAre(1, 5, 4, 2, 3));
}

TEST(TopK, Gradient) {
  EXPECT_TRUE(
      gradients_agree([](const auto& x) { return topk(x[0], 2, 1).values; }, {leaf({2, 4, 3}, 1)}));
  const Tensor apart(array_of({5}, {0.5, -1, 2, 1.25, 3}), true);
  EXPECT_TRUE(gradients_agree([](const auto& x) { return topk(x[0], 3).values; }, {apart}));
}

TEST(TopK, NamesWhatDoesNotFit) {
  EXPECT_ERROR(topk(Tensor(zeros({2, 3})), 4), ValueError,
               "[topk] k = 4 is above 3, the size of axis 1 of x (2, 3)");
  EXPECT_ERROR(topk(Tensor(zeros({2, 3})), 1, 2), IndexError, "[topk]");
}

// Within five standard deviations of the expected counts.
void expect_parts(const std::vector<int>& counts, const std::vector<double>& parts, int draws) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double p = parts[i];
    EXPECT_NEAR(counts[i], draws * p, 5 * std::sqrt(draws * p * (1 - p))) << i;
  }
}

TEST(Multinomial, DrawsInProportion) {
  constexpr int draws = 20000;
  const Tensor weights(array_of({2, 4}, {1, 0, 3, 4, 0, 0, 0.5, 0}));
  Rng rng(5);
  const Ids drawn = multinomial(weights, draws, rng, true);
  ASSERT_THAT(drawn.shape(), ElementsAre(2, draws));
  std::vector<int> counts(4);
  for (std::size_t s = 0; s < draws; ++s) {
    ++counts[static_cast<std::size_t>(drawn(0, s))];
    EXPECT_EQ(drawn(1, s), 2);
  }
  expect_parts(counts, {0.125, 0, 0.375, 0.5}, draws);
}

// The second draw has what the first left: P(0 then 1) = 1/6 * 2/5.
TEST(Multinomial, DrawsNoneTwiceWithoutReplacement) {
  constexpr int draws = 6000;
  Array weights = empty({draws, 3});
  for (std::size_t row = 0; row < draws; ++row)
    for (std::size_t i = 0; i < 3; ++i) weights(row, i) = static_cast<real>(i + 1);
  Rng rng(6);
  const Ids drawn = multinomial(Tensor(weights), 2, rng);
  std::vector<int> counts(9);
  for (std::size_t row = 0; row < draws; ++row)
    ++counts[static_cast<std::size_t>(3 * drawn(row, 0) + drawn(row, 1))];
  const double a = 1 / 6.0, b = 2 / 6.0, c = 3 / 6.0;
  expect_parts(counts,
               {0, a * b / (b + c), a * c / (b + c), b * a / (a + c), 0, b * c / (a + c),
                c * a / (a + b), c * b / (a + b), 0},
               draws);
}

TEST(Multinomial, SameSeedSamePlaces) {
  const Tensor weights(Rng(1).uniform({3, 9}, 0, 1));
  Rng one(7), two(7);
  const Ids drawn = multinomial(weights, 9, one);
  EXPECT_EQ(drawn, multinomial(weights, 9, two));
  EXPECT_EQ(one.bits(), two.bits());
  Rng three(7);
  multinomial(weights, 2, three, true);
  Rng four(7);
  for (int i = 0; i < 6; ++i) four.bits();  // one number for each place
  EXPECT_EQ(three.bits(), four.bits());
  EXPECT_THAT(multinomial(Tensor(ones({4})), 0, one).shape(), ElementsAre(0));
}

TEST(Multinomial, RefusesWeightsThatAreNone) {
  Rng rng;
  const auto draw = [&](const Array& weights, std::size_t n, bool replacement = false) {
    return multinomial(Tensor(weights), n, rng, replacement);
  };
  EXPECT_ERROR(draw(zeros({1, 2, 3}), 1), ShapeError,
               "[multinomial] weights must be (N) or (B, N), got (1, 2, 3)");
  EXPECT_ERROR(draw(array_of({2, 2}, {1, 1, 1, -1}), 1), ValueError,
               "a weight must be finite and not negative, got -1 at (1, 1)");
  EXPECT_ERROR(draw(array_of({2}, {1, nan}), 1), ValueError, "got nan at (1,)");
  EXPECT_ERROR(draw(array_of({2}, {1, infinity}), 1), ValueError, "got inf at (1,)");
  EXPECT_ERROR(draw(array_of({2, 2}, {1, 1, 0, 0}), 1, true), ValueError,
               "[multinomial] all weights of row 1 are 0");
  EXPECT_ERROR(draw(array_of({3}, {1, 0, 2}), 3), ValueError,
               "cannot draw 3 without replacement: 2 of 3 weights are above 0");
}

}  // namespace
}  // namespace horloge
