#include "horloge/projection/trustworthiness.h"

#include "support/threads.h"

namespace horloge {
namespace {

Array line(std::size_t count) {
  Array x = zeros({count, 1});
  for (std::size_t i = 0; i < count; ++i) x(i, 0) = static_cast<real>(i * i + i);
  return x;
}

TEST(Trustworthiness, IsOneForATruePicture) {
  const Array x = Rng(1).normal({40, 2});
  EXPECT_EQ(trustworthiness(x, x), 1);
  EXPECT_EQ(trustworthiness(x, x * real{-3}, 7), 1);
}

// Points 0, 2, 6, 12, 20 on a line; the picture swaps the last two.
TEST(Trustworthiness, CountsHowFarFalseNeighboursStandDownTheList) {
  const Array x = line(5);
  const Array y = array_of({5, 1}, {0, 2, 6, 20, 12});
  // Seen nearest: 0 -> 1, 1 -> 0, 2 -> 1, 3 -> 4, 4 -> 2. In truth 3 -> 2 then 4 (rank 2), and
  // 4 -> 3, then 2 (rank 2): two false ones, each one place too far.
  EXPECT_DOUBLE_EQ(trustworthiness(x, y, 1), 1 - 2.0 / (5 * 1 * (10 - 3 - 1)) * 2);
}

TEST(Trustworthiness, IsAboutAHalfForARandomPicture) {
  EXPECT_NEAR(trustworthiness(Rng(1).normal({400, 3}), Rng(2).normal({400, 3})), 0.5, 0.03);
}

TEST(Trustworthiness, IsTheSameWithAnyThreads) {
  const Array x = Rng(1).normal({300, 8});
  const Array y = Rng(2).normal({300, 2});
  EXPECT_TRUE(test::same_with_any_threads([&] {
    const Array trust = full({1}, static_cast<real>(trustworthiness(x, y)));
    return std::vector<Array>{trust};
  }));
}

TEST(Trustworthiness, SaysWhatDoesNotFit) {
  EXPECT_ERROR(
      trustworthiness(ones({9, 2}), ones({8, 2})), ShapeError,
      "[trustworthiness] x and y must have the same number of rows, got (9, 2) and (8, 2)");
  EXPECT_ERROR(trustworthiness(ones({10, 2}), ones({10, 2}), 5), ValueError, "got 5");
  EXPECT_ERROR(trustworthiness(ones({10, 2}), ones({10, 2}), 0), ValueError, "got 0");
  EXPECT_ERROR(trustworthiness(ones({10}), ones({10, 2})), ShapeError, "must have rank 2");
}

}  // namespace
}  // namespace horloge
