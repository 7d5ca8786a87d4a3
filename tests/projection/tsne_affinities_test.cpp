#include "horloge/projection/tsne_affinities.h"

#include "support/arrays.h"

namespace horloge {
namespace {

// The entropy of a row before symmetrization cannot be read off P. With the points on a ring all
// rows are alike, so there it can.
TEST(TsneAffinities, HaveThePerplexityAskedFor) {
  constexpr std::size_t N = 40;
  Array ring = zeros({N, 2});
  for (std::size_t i = 0; i < N; ++i) {
    const double angle = 2 * 3.14159265358979 * static_cast<double>(i) / N;
    ring(i, 0) = static_cast<real>(3 * std::cos(angle));
    ring(i, 1) = static_cast<real>(3 * std::sin(angle));
  }
  for (const double perplexity : {2.5, 10.0, 25.0}) {
    const Array P = tsne_affinities(ring, perplexity);
    double entropy = 0;
    for (std::size_t j = 1; j < N; ++j)
      if (const double p = N * P(0, j); p > 0) entropy -= p * std::log(p);
    EXPECT_NEAR(std::exp(entropy), perplexity, 1e-3 * perplexity);
  }
}

TEST(TsneAffinities, AreSymmetricAndSumToOne) {
  const Array P = tsne_affinities(Rng(1).normal({50, 5}), 12);
  double sum = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(P(i, i), 0);
    for (std::size_t j = 0; j < 50; ++j) {
      EXPECT_EQ(P(i, j), P(j, i));
      sum += P(i, j);
    }
  }
  EXPECT_NEAR(sum, 1, 1e-5);
}

TEST(TsneAffinities, TakeAnyScaleAndEqualPoints) {
  const Array x = Rng(1).normal({20, 4});
  const Array P = tsne_affinities(x, 5);
  EXPECT_TRUE(near(tsne_affinities(x * real{1e6}, 5), P, 1e-5));
  EXPECT_TRUE(near(tsne_affinities(x * real{1e-6}, 5), P, 1e-5));
  EXPECT_TRUE(
      near(tsne_affinities(ones({4, 2}), 2), (ones({4, 4}) - Array(xt::eye<real>(4))) / 12, 1e-6));
}

}  // namespace
}  // namespace horloge
