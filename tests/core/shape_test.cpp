#include "horloge/core/shape.h"

#include "support/arrays.h"

namespace horloge {
namespace {

TEST(Shape, IsWrittenAsATuple) {
  EXPECT_EQ(to_string({}), "()");
  EXPECT_EQ(to_string({5}), "(5,)");
  EXPECT_EQ(to_string({2, 0, 4}), "(2, 0, 4)");
  EXPECT_EQ(to_string({1, 2, 3, 4, 5, 6}), "(1, 2, 3, 4, 5, 6)");
}

TEST(Shape, CountsItsElements) {
  EXPECT_EQ(element_count({}), 1U);
  EXPECT_EQ(element_count({7}), 7U);
  EXPECT_EQ(element_count({2, 3, 4, 5, 6}), 720U);
  EXPECT_EQ(element_count({2, 0, 4}), 0U);
}

// The examples of NumPy's broadcasting page, and the corners: no axes, axes of size 0.
TEST(BroadcastShape, FollowsNumPy) {
  const auto both_ways = [](const Shape& a, const Shape& b, const Shape& want) {
    EXPECT_EQ(broadcast_shape(a, b, "f"), want) << to_string(a) << " with " << to_string(b);
    EXPECT_EQ(broadcast_shape(b, a, "f"), want) << to_string(b) << " with " << to_string(a);
  };
  both_ways({256, 256, 3}, {3}, {256, 256, 3});
  both_ways({8, 1, 6, 1}, {7, 1, 5}, {8, 7, 6, 5});
  both_ways({5, 4}, {1}, {5, 4});
  both_ways({15, 3, 5}, {15, 1, 5}, {15, 3, 5});
  both_ways({15, 3, 5}, {3, 1}, {15, 3, 5});
  both_ways({}, {}, {});
  both_ways({}, {2, 3}, {2, 3});
  both_ways({1, 1}, {1}, {1, 1});
  both_ways({0}, {1}, {0});
  both_ways({0}, {0}, {0});
  both_ways({}, {0}, {0});
  both_ways({3, 1}, {0}, {3, 0});
  both_ways({2, 1, 4, 1, 6}, {3, 1, 5, 1}, {2, 3, 4, 5, 6});
}

TEST(BroadcastShape, NamesShapesThatDoNotFit) {
  EXPECT_ERROR(broadcast_shape({2, 3}, {2}, "add"), ShapeError,
               "[add] shapes do not broadcast: (2, 3) against (2,); counted from the last axis, "
               "sizes must be equal or 1, not 3 and 2");
  EXPECT_ERROR(broadcast_shape({0}, {3}, "add"), ShapeError, "not 0 and 3");
  EXPECT_ERROR(broadcast_shape({4, 2, 3}, {3, 1, 3}, "add"), ShapeError, "not 4 and 3");
}

TEST(NormalizeAxis, CountsFromEitherEnd) {
  for (std::ptrdiff_t axis = 0; axis < 4; ++axis) {
    EXPECT_EQ(normalize_axis(axis, 4, "f"), static_cast<std::size_t>(axis));
    EXPECT_EQ(normalize_axis(axis - 4, 4, "f"), static_cast<std::size_t>(axis));
  }
}

TEST(NormalizeAxis, NamesTheAxesThereAre) {
  const char* const want = "[f] axis 2 is out of range for rank 2; axes run from -2 to 1";
  EXPECT_ERROR(normalize_axis(2, 2, "f"), IndexError, want);
  EXPECT_ERROR(normalize_axis(-3, 2, "f"), IndexError, "[f] axis -3 is out of range for rank 2");
  EXPECT_ERROR(normalize_axis(0, 0, "f"), IndexError,
               "[f] axis 0 is out of range: a single number, shape (), has no axes");
  EXPECT_ERROR(normalize_axis(-1, 0, "f"), IndexError, "has no axes");
}

TEST(Dims, StatesAShapeAndChecksItsRank) {
  const auto [B, T, D] = dims<3>({2, 5, 8}, "[Layer] x (B, T, D)");
  EXPECT_EQ(B, 2U);
  EXPECT_EQ(T, 5U);
  EXPECT_EQ(D, 8U);
  EXPECT_EQ(dims<0>({}, "[f] x ()").size(), 0U);
  EXPECT_ERROR((dims<3>({2, 5}, "[Layer] x (B, T, D)")), ShapeError,
               "[Layer] x (B, T, D) must have rank 3, got (2, 5)");
  EXPECT_ERROR((dims<1>({}, "[f] x (N)")), ShapeError, "[f] x (N) must have rank 1, got ()");
}

TEST(Arrays, AreMadeFromAShape) {
  EXPECT_EQ(empty({2, 3}).shape(), (Shape{2, 3}));
  EXPECT_EQ(empty({}).size(), 1U);
  EXPECT_EQ(empty({3, 0}).size(), 0U);
  EXPECT_TRUE(test::same(full({2}, 7), test::array_of({2}, {7, 7})));
  EXPECT_TRUE(test::same(zeros({}), test::array_of({}, {0})));
  EXPECT_TRUE(test::same(ones({1, 2}), test::array_of({1, 2}, {1, 1})));
  const Ids ids = arange(4);
  ASSERT_EQ(ids.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(ids(i), static_cast<std::int64_t>(i));
  EXPECT_EQ(arange(0).size(), 0U);
}

TEST(ViewAxis, SplitsAShapeAtAnAxis) {
  const Shape shape{2, 3, 5, 7};
  const std::size_t want[][3] = {{1, 2, 105}, {2, 3, 35}, {6, 5, 7}, {30, 7, 1}};
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const AxisView view = view_axis(shape, axis);
    EXPECT_EQ(view.outer, want[axis][0]);
    EXPECT_EQ(view.size, want[axis][1]);
    EXPECT_EQ(view.inner, want[axis][2]);
  }
  const AxisView none = view_axis({4, 0, 3}, 2);
  EXPECT_EQ(none.outer, 0U);
  EXPECT_EQ(none.size, 3U);
}

TEST(ViewRows, SeesRowsOfTheLastAxis) {
  const auto expect = [](const Shape& shape, std::size_t rows, std::size_t columns) {
    const RowView view = view_rows(shape);
    EXPECT_EQ(view.rows, rows) << to_string(shape);
    EXPECT_EQ(view.columns, columns) << to_string(shape);
  };
  expect({}, 1, 1);
  expect({4}, 1, 4);
  expect({2, 3, 4}, 6, 4);
  expect({2, 0}, 2, 0);
  expect({0, 2}, 0, 2);
}

}  // namespace
}  // namespace horloge
