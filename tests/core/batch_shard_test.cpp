#include "horloge/core/batch_shard.h"

#include "support/arrays.h"

namespace horloge {
namespace {

TEST(BatchShard, WithoutOneAllRowsAreMine) {
  EXPECT_EQ(my_rows(7).begin, 0U);
  EXPECT_EQ(my_rows(7).count(), 7U);
  EXPECT_EQ(my_stream(), 0U);
  weigh_my_rows(3);  // nobody listens
}

// The parts of all processes, one after the other, are the whole; their sizes differ by one at
// most.
TEST(BatchShard, PartsMakeTheWhole) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 7U})
    for (std::size_t count = size; count < 20; ++count) {
      std::size_t next = 0, least = count, most = 0;
      double weight = 0;
      for (std::size_t rank = 0; rank < size; ++rank) {
        const BatchShard shard(rank, size);
        EXPECT_FALSE(shard.was_asked());
        EXPECT_EQ(shard.weight(), 1);
        const Rows mine = my_rows(count);
        EXPECT_TRUE(shard.was_asked());
        EXPECT_EQ(my_stream(), rank);
        EXPECT_EQ(mine.begin, next);
        next = mine.end;
        least = std::min(least, mine.count());
        most = std::max(most, mine.count());
        weight += shard.weight();
      }
      EXPECT_EQ(next, count);
      EXPECT_EQ(weight, count);
      EXPECT_LE(most - least, 1U);
    }
}

TEST(BatchShard, WhoeverIsLeftOverGetsARowThatDoesNotCount) {
  for (const std::size_t rank : {0U, 1U, 2U, 3U}) {
    const BatchShard shard(rank, 4);
    EXPECT_EQ(my_rows(2).count(), 1U);
    EXPECT_EQ(shard.weight(), rank < 2 ? 1 : 0);
    weigh_my_rows(30);
    EXPECT_EQ(shard.weight(), rank < 2 ? 30 : 0);
  }
}

TEST(BatchShard, WhatWasSaidOfItsWeightHolds) {
  const BatchShard shard(1, 2);
  weigh_my_rows(2.5);
  my_rows(8);
  EXPECT_EQ(shard.weight(), 2.5);
  {
    const BatchShard inner(0, 3);
    my_rows(9);
    EXPECT_EQ(inner.weight(), 3);
  }
  EXPECT_EQ(my_stream(), 1U);
  EXPECT_EQ(shard.weight(), 2.5);
}

TEST(BatchShard, SaysWhatIsWrong) {
  EXPECT_ERROR(my_rows(0), ValueError, "[my_rows] a batch must have a row");
  EXPECT_ERROR(weigh_my_rows(-1), ValueError, "[weigh_my_rows] the weight must be finite and not");
  EXPECT_ERROR(weigh_my_rows(test::nan), ValueError, "not negative, got nan");
}

}  // namespace
}  // namespace horloge
