#include "horloge/train/batches.h"

#include <set>

#include "support/arrays.h"

namespace horloge {
namespace {

BatchOptions options(std::size_t batch_size, std::uint64_t seed, bool shuffle, bool drop_last) {
  return BatchOptions()
      .with_batch_size(batch_size)
      .with_seed(seed)
      .with_shuffle(shuffle)
      .with_drop_last(drop_last);
}

std::vector<std::size_t> order_of(const Batches& batches, std::uint64_t epoch) {
  std::vector<std::size_t> order;
  for (std::uint64_t i = 0; i < batches.per_epoch(); ++i)
    for (const std::size_t row : batches.at(epoch * batches.per_epoch() + i)) order.push_back(row);
  return order;
}

TEST(Batches, AnEpochShowsEachExampleOnce) {
  const Batches batches(10, options(4, 1, true, false));
  EXPECT_EQ(batches.per_epoch(), 3U);
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    std::multiset<std::size_t> seen;
    for (std::uint64_t i = 0; i < 3; ++i) {
      const auto batch = batches.at(3 * epoch + i);
      EXPECT_EQ(batch.size(), i < 2 ? 4U : 2U);
      EXPECT_EQ(batches.epoch(3 * epoch + i), epoch);
      seen.insert(batch.begin(), batch.end());
    }
    EXPECT_EQ(seen, (std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }
}

TEST(Batches, TheOrderIsAFunctionOfSeedAndEpoch) {
  const Batches batches(100, options(7, 1, true, false));
  const auto late = batches.at(50);  // asked for first, as a resumed run does
  std::vector<std::vector<std::size_t>> all;
  for (std::uint64_t step = 0; step < 60; ++step) all.push_back(batches.at(step));
  EXPECT_EQ(all[50], late);
  const Batches same(100, options(7, 1, true, false));
  const Batches other(100, options(7, 2, true, false));
  EXPECT_EQ(order_of(same, 3), order_of(batches, 3));
  EXPECT_NE(order_of(other, 3), order_of(batches, 3));
  EXPECT_NE(order_of(same, 3), order_of(same, 4));
}

TEST(Batches, InOrderOnRequest) {
  const Batches batches(5, options(2, 1, false, false));
  EXPECT_THAT(batches.at(0), ElementsAre(0, 1));
  EXPECT_THAT(batches.at(2), ElementsAre(4));
  EXPECT_THAT(batches.at(3), ElementsAre(0, 1));
}

TEST(Batches, DropsALastBatchThatIsNotFull) {
  const Batches batches(5, options(2, 1, true, true));
  EXPECT_EQ(batches.per_epoch(), 2U);
  for (std::uint64_t step = 0; step < 6; ++step) EXPECT_EQ(batches.at(step).size(), 2U);
  EXPECT_EQ(Batches(4, options(2, 1, true, false)).per_epoch(), 2U);
  EXPECT_EQ(Batches(1, options(2, 1, true, false)).at(7).size(), 1U);
  EXPECT_ERROR(Batches(1, options(2, 1, true, true)), ValueError,
               "[Batches] 1 examples are too few for a batch of 2 with drop_last");
  EXPECT_ERROR(Batches(0), ValueError, "[Batches] 0 examples are too few for a batch of 32");
  EXPECT_ERROR(Batches(3, options(0, 1, true, true)), ValueError, "batch_size must not be 0");
}

TEST(TakeRows, CopiesThem) {
  Ids ids = Ids::from_shape({3, 2});
  for (std::size_t i = 0; i < 6; ++i) ids.data()[i] = static_cast<std::int64_t>(i);
  const Ids rows = take_rows(ids, {2, 0, 2});
  EXPECT_EQ(rows.shape(), (Shape{3, 2}));
  EXPECT_THAT(std::vector<std::int64_t>(rows.begin(), rows.end()), ElementsAre(4, 5, 0, 1, 4, 5));
  EXPECT_EQ(take_rows(arange(4), {3})(0), 3);
  EXPECT_EQ(take_rows(ids, {}).size(), 0U);
  EXPECT_EQ(take_rows(Array{1, 2, 3}, {2, 0}), (Array{3, 1}));
  EXPECT_ERROR(take_rows(ids, {3}), IndexError,
               "[take_rows] row 3 is out of range: there are 3 rows");
}

TEST(Windows, TargetsAreTheNextIds) {
  const Windows windows(arange(20), 5, 3, 1);
  std::set<std::int64_t> starts;
  for (std::uint64_t step = 0; step < 200; ++step) {
    const auto batch = windows.at(step);
    ASSERT_EQ(batch.ids.shape(), (Shape{3, 5}));
    for (std::size_t b = 0; b < 3; ++b) {
      starts.insert(batch.ids(b, 0));
      for (std::size_t t = 0; t < 5; ++t) {
        EXPECT_EQ(batch.ids(b, t), batch.ids(b, 0) + static_cast<std::int64_t>(t));
        EXPECT_EQ(batch.targets(b, t), batch.ids(b, t) + 1);
      }
    }
  }
  EXPECT_EQ(*starts.begin(), 0);
  EXPECT_EQ(*starts.rbegin(), 14);  // its last target is the last id
  EXPECT_EQ(starts.size(), 15U);
}

TEST(Windows, AreAFunctionOfSeedAndStep) {
  const Windows a(arange(1000), 4, 8, 1);
  const Windows b(arange(1000), 4, 8, 1);
  const Windows c(arange(1000), 4, 8, 2);
  const Ids late = a.at(9).ids;
  EXPECT_EQ(b.at(9).ids, late);
  EXPECT_NE(a.at(8).ids, late);
  EXPECT_NE(c.at(9).ids, late);
}

TEST(Windows, NeedASequenceThatIsLongEnough) {
  EXPECT_EQ(Windows(arange(6), 5, 1).at(3).targets(0, 4), 5);
  EXPECT_ERROR(Windows(arange(5), 5, 1), ValueError,
               "[Windows] a sequence of 5 ids is too short for a window of 5 and the id after it");
  EXPECT_ERROR(Windows(arange(5), 0, 1), ValueError, "length and batch_size must not be 0");
  EXPECT_ERROR(Windows(Ids::from_shape({2, 2}), 1, 1), ShapeError, "[Windows] sequence (N)");
}

}  // namespace
}  // namespace horloge
