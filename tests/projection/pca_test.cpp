#include "horloge/projection/pca.h"

#include "support/threads.h"

namespace horloge {
namespace {

// The definition: the variance along a direction, with N - 1 below the line.
double variance_along(const Array& x, const Array& mean, const Array& directions, std::size_t k) {
  double sum = 0;
  for (std::size_t n = 0; n < x.shape()[0]; ++n) {
    double along = 0;
    for (std::size_t d = 0; d < x.shape()[1]; ++d)
      along += static_cast<double>(x(n, d) - mean(d)) * static_cast<double>(directions(k, d));
    sum += along * along;
  }
  return sum / static_cast<double>(x.shape()[0] - 1);
}

TEST(Pca, FindsTheLongAxisOfALine) {
  const Array x = array_of({4, 2}, {1, 1, 2, 3, 3, 5, 6, 11});  // on y = 2 x - 1
  const Pca got = pca(x, 2);
  const double root5 = std::sqrt(5.0);
  EXPECT_TRUE(near(got.mean, array_of({2}, {3, 5}), 1e-6));
  EXPECT_NEAR(got.components(0, 0), 1 / root5, 1e-6);
  EXPECT_NEAR(got.components(0, 1), 2 / root5, 1e-6);
  EXPECT_NEAR(got.explained_variance_ratio(0), 1, 1e-6);
  EXPECT_NEAR(got.explained_variance_ratio(1), 0, 1e-6);
  const Array want = array_of({4, 1}, {-2 * root5, -root5, 0, 3 * root5});
  EXPECT_TRUE(near(pca(x, 1).projected, want, 1e-5));
}

TEST(Pca, AgreesWithItsDefinition) {
  const Array x = Rng(1).normal({30, 6}, 3, 2);
  const Pca got = pca(x, 6);
  const double tolerance = bound(1e-4, 1e-11);
  double share = 0;
  for (std::size_t k = 0; k < 6; ++k) {
    const double variance = variance_along(x, got.mean, got.components, k);
    EXPECT_NEAR(got.explained_variance(k), variance, tolerance);
    EXPECT_NEAR(got.singular_values(k), std::sqrt(29 * variance), tolerance);
    share += got.explained_variance_ratio(k);
  }
  EXPECT_NEAR(share, 1, tolerance);
  EXPECT_TRUE(near(got.project(x), got.projected, tolerance));
}

TEST(Pca, MakesTheFarthestPointOfEachColumnPositive) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const Array y = pca(Rng(seed).normal({25, 7}), 5).projected;
    for (std::size_t k = 0; k < 5; ++k) {
      real farthest = 0;
      for (std::size_t n = 0; n < 25; ++n)
        if (std::fabs(y(n, k)) > std::fabs(farthest)) farthest = y(n, k);
      EXPECT_GT(farthest, 0);
    }
  }
}

TEST(Pca, TakesMoreColumnsThanRows) {
  const Array x = Rng(2).normal({4, 50});
  const Pca got = pca(x, 4);
  EXPECT_EQ(got.components.shape(), (Shape{4, 50}));
  EXPECT_NEAR(got.explained_variance_ratio(3), 0, 1e-6);  // four points lie in three directions
}

TEST(Pca, OfEqualPointsHasNoSpread) {
  const Pca got = pca(full({5, 3}, 2), 2);
  EXPECT_TRUE(near(got.projected, zeros({5, 2}), 1e-6));
  EXPECT_TRUE(test::same(got.explained_variance_ratio, zeros({2})));
}

TEST(Pca, ProjectsPointsOfAnyLeadingAxes) {
  const Pca got = pca(Rng(3).normal({20, 4}), 2);
  const Array x = Rng(4).normal({3, 5, 4});
  const Array y = got.project(x);
  EXPECT_EQ(y.shape(), (Shape{3, 5, 2}));
  double want = 0;
  for (std::size_t d = 0; d < 4; ++d)
    want += static_cast<double>((x(2, 3, d) - got.mean(d)) * got.components(1, d));
  EXPECT_NEAR(y(2, 3, 1), want, 1e-5);
  EXPECT_EQ(got.project(zeros({0, 4})).shape(), (Shape{0, 2}));
}

TEST(Pca, GivesTheSameBitsWithAnyThreads) {
  const Array x = Rng(5).normal({300, 64});
  EXPECT_TRUE(test::same_with_any_threads([&] {
    const Pca got = pca(x, 3);
    return std::vector<Array>{got.components, got.projected, got.project(x)};
  }));
}

TEST(Pca, SaysWhatItCannotDo) {
  EXPECT_ERROR(pca(zeros({3}), 1), ShapeError, "[pca] x (N, D) must have rank 2");
  EXPECT_ERROR(pca(zeros({1, 3}), 1), ValueError, "[pca] x (1, 3) needs at least two rows");
  EXPECT_ERROR(pca(zeros({0, 3}), 1), ValueError, "at least two rows");
  EXPECT_ERROR(pca(ones({5, 3}), 0), ValueError, "[pca] components must be in 1 … 3 for x (5, 3)");
  EXPECT_ERROR(pca(ones({2, 3}), 3), ValueError, "got 3");
  Array x = ones({5, 3});
  x(4, 1) = std::numeric_limits<real>::infinity();
  EXPECT_ERROR(pca(x, 1), ValueError, "[pca] x must be finite");
  EXPECT_ERROR(pca(ones({5, 3}), 1).project(ones({2, 4})), ShapeError,
               "[Pca] the last axis of x (2, 4) must have size 3");
}

}  // namespace
}  // namespace horloge
