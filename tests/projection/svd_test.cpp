#include "horloge/projection/svd.h"

#include "support/threads.h"

namespace horloge {
namespace {

Array product(const Array& a, const Array& b) {
  Array c = zeros({a.shape()[0], b.shape()[1]});
  for (std::size_t i = 0; i < c.shape()[0]; ++i)
    for (std::size_t j = 0; j < c.shape()[1]; ++j)
      for (std::size_t k = 0; k < b.shape()[0]; ++k) c(i, j) += a(i, k) * b(k, j);
  return c;
}

Array transposed(const Array& a) {
  Array t = empty({a.shape()[1], a.shape()[0]});
  for (std::size_t i = 0; i < a.shape()[0]; ++i)
    for (std::size_t j = 0; j < a.shape()[1]; ++j) t(j, i) = a(i, j);
  return t;
}

Array identity(std::size_t n) {
  Array eye = zeros({n, n});
  for (std::size_t i = 0; i < n; ++i) eye(i, i) = 1;
  return eye;
}

Array put_together(const Svd& parts) {
  Array scaled = parts.u;
  for (std::size_t i = 0; i < scaled.shape()[0]; ++i)
    for (std::size_t r = 0; r < scaled.shape()[1]; ++r) scaled(i, r) *= parts.s(r);
  return product(scaled, parts.vt);
}

TEST(Svd, TakesApartWhatCanBePutTogether) {
  const Shape shapes[] = {{1, 1}, {1, 5}, {5, 1}, {4, 4}, {7, 3}, {3, 7}, {40, 33}};
  for (const Shape& shape : shapes) {
    const Array x = Rng(1).normal(shape);
    const Svd parts = svd(x);
    const std::size_t R = std::min(shape[0], shape[1]);
    const double tolerance = bound(2e-5, 1e-13);
    EXPECT_TRUE(near(put_together(parts), x, tolerance)) << to_string(shape);
    EXPECT_TRUE(near(product(transposed(parts.u), parts.u), identity(R), tolerance));
    EXPECT_TRUE(near(product(parts.vt, transposed(parts.vt)), identity(R), tolerance));
    for (std::size_t r = 0; r < R; ++r) {
      EXPECT_GE(parts.s(r), 0);
      if (r > 0) {
        EXPECT_LE(parts.s(r), parts.s(r - 1));
      }
    }
  }
}

TEST(Svd, FindsTheStretchOfADiagonalMatrix) {
  const Svd parts = svd(test::array_of({2, 3}, {0, -3, 0, 2, 0, 0}));
  EXPECT_TRUE(near(parts.s, test::array_of({2}, {3, 2}), 1e-6));
}

TEST(Svd, LeavesItsInputAlone) {
  const Array x = Rng(2).normal({6, 4});
  const Array before = x;
  svd(x);
  EXPECT_TRUE(test::same_bits(x, before));
}

TEST(Svd, GivesTheSameBitsWithAnyThreads) {
  const Array x = Rng(3).normal({150, 90});
  EXPECT_TRUE(test::same_with_any_threads([&] {
    const Svd parts = svd(x);
    return std::vector<Array>{parts.u, parts.s, parts.vt};
  }));
}

TEST(Svd, SaysWhatItCannotTakeApart) {
  EXPECT_ERROR(svd(zeros({3})), ShapeError, "[svd] x (M, N) must have rank 2");
  EXPECT_ERROR(svd(zeros({0, 3})), ShapeError, "no elements");
  EXPECT_ERROR(svd(full({2, 2}, std::numeric_limits<real>::quiet_NaN())), ValueError, "finite");
}

}  // namespace
}  // namespace horloge
