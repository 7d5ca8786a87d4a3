#include "horloge/projection/distances.h"

#include "support/threads.h"

namespace horloge {
namespace {

TEST(SquaredDistances, AreThoseOfEveryPair) {
  const Array got = squared_distances(array_of({3, 2}, {0, 0, 3, 4, 3, 0}));
  EXPECT_TRUE(test::same(got, array_of({3, 3}, {0, 25, 9, 25, 0, 16, 9, 16, 0})));
  EXPECT_TRUE(test::same(squared_distances(zeros({2, 0})), zeros({2, 2})));
}

TEST(SquaredDistances, AreTheSameWithAnyThreads) {
  const Array x = Rng(1).normal({300, 8});
  EXPECT_TRUE(
      test::same_with_any_threads([&] { return std::vector<Array>{squared_distances(x)}; }));
}

TEST(SquaredDistances, KeepNearNeighboursApart) {
  const Array got = squared_distances(array_of({2, 1}, {1000, 1000.0625}));
  EXPECT_EQ(got(0, 1), real{0.00390625});
}

TEST(SquaredDistances, NeedAMatrix) {
  EXPECT_ERROR(squared_distances(ones({3})), ShapeError, "[squared_distances] x (N, D)");
}

}  // namespace
}  // namespace horloge
