#include "horloge/core/ids.h"

#include "horloge/core/xtensor.h"
#include "support/arrays.h"

namespace horloge {
namespace {

Shape shape(const Ids& ids) { return Shape(ids.shape().begin(), ids.shape().end()); }

TEST(Ids, AreInBracesWhatTheyAreInNumPy) {
  const Ids one = {7}, row = {{7}};
  EXPECT_EQ(shape(one), (Shape{1}));
  EXPECT_EQ(shape(row), (Shape{1, 1}));
  EXPECT_EQ(row(0, 0), 7);
  EXPECT_EQ(shape({5, 17, 42}), (Shape{3}));
  EXPECT_EQ(shape({{5, 17, 42}}), (Shape{1, 3}));
  EXPECT_EQ(shape({{5}, {17}, {42}}), (Shape{3, 1}));
  const Ids two = {{1, 2}, {3, -100}};
  EXPECT_EQ(shape(two), (Shape{2, 2}));
  EXPECT_EQ(two(1, 0), 3);
  EXPECT_EQ(two(1, 1), -100);
  EXPECT_EQ(shape({{}, {}}), (Shape{2, 0}));
}

TEST(Ids, AreWholeNumbersOfAnyType) {
  const std::size_t n = 3;
  const std::int64_t far = std::int64_t{1} << 40U;
  const Ids mixed = {n, 2, far, char{1}};
  EXPECT_EQ(mixed, (Ids{3, 2, far, 1}));
  static_assert(!std::is_constructible_v<Ids::Id, double>);
}

TEST(Ids, AreRowsOfOneLength) {
  EXPECT_ERROR((Ids{{1, 2}, {3}}), ShapeError, "[Ids] rows must be of one length, got 2 and 1 ids");
  EXPECT_ERROR((Ids{{}, {3}}), ShapeError, "[Ids] rows must be of one length, got 0 and 1 ids");
}

TEST(Ids, AreAssignedInBraces) {
  Ids ids = {1, 2};
  ids = {{3}};
  EXPECT_EQ(shape(ids), (Shape{1, 1}));
  ids = {4};
  EXPECT_EQ(shape(ids), (Shape{1}));
}

TEST(Ids, TakePartInExpressions) {
  const Ids ids = {{1, 2}, {3, 4}};
  const Ids more = 2 * ids + Ids{10, 20};
  EXPECT_EQ(more, (Ids{{12, 24}, {16, 28}}));
  const Ids row = xt::view(ids, 1);
  EXPECT_EQ(row, (Ids{3, 4}));
  Ids itself = {1, 2, 3};
  itself = itself + xt::flip(itself, 0);  // evaluated before it is overwritten
  EXPECT_EQ(itself, (Ids{4, 4, 4}));
}

TEST(Ids, AreMovedNotCopied) {
  Ids ids = {1, 2, 3};
  const std::int64_t* const memory = ids.data();
  Ids moved = std::move(ids);
  EXPECT_EQ(moved.data(), memory);
  Ids::Numbers numbers = std::move(moved);
  EXPECT_EQ(numbers.data(), memory);
  const Ids back = std::move(numbers);
  EXPECT_EQ(back.data(), memory);
}

}  // namespace
}  // namespace horloge
