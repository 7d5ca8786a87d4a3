#include "horloge/nn/decoding_cache.h"

#include "horloge/nn/position/none.h"
#include "horloge/ops/arithmetic.h"
#include "horloge/ops/layout.h"
#include "support/gradients.h"

namespace horloge {
namespace {

Tensor rows(std::size_t T, std::size_t columns, std::uint64_t seed) {
  return Tensor(Rng(seed).normal({2, T, columns}));
}

// What a cache holds is all that was appended, one after the other.
TEST(KeyValueCache, HoldsWhatWasAppended) {
  KeyValueCache cache;
  EXPECT_EQ(cache.length(), 0U);
  EXPECT_FALSE(cache.k().defined());
  std::vector<Tensor> k, v;
  for (const std::size_t T : {3U, 1U, 1U, 1U, 5U, 1U, 1U}) {
    k.push_back(rows(T, 4, 10 + k.size()));
    v.push_back(rows(T, 6, 20 + v.size()));
    cache.append(k.back(), v.back());
    EXPECT_TRUE(same(cache.k().array(), concat(k, 1).array()));
    EXPECT_TRUE(same(cache.v().array(), concat(v, 1).array()));
    EXPECT_EQ(cache.length(), cache.k().shape()[1]);
  }
}

TEST(KeyValueCache, CopiesWhatIsThereNowAndThenOnly) {
  KeyValueCache cache;
  std::size_t moves = 0;
  const real* before = nullptr;
  for (std::uint64_t t = 0; t < 100; ++t) {
    cache.append(rows(1, 4, t), rows(1, 4, t));
    if (cache.k_with_room().data() != before) ++moves;
    before = cache.k_with_room().data();
  }
  EXPECT_LE(moves, 8U);
  EXPECT_LE(cache.k_with_room().shape()[1], 200U);
}

TEST(KeyValueCache, ACopyGoesItsOwnWay) {
  KeyValueCache cache;
  for (std::uint64_t t = 0; t < 3; ++t) cache.append(rows(1, 4, t), rows(1, 4, t));
  const Tensor seen = cache.k_with_room();
  const Array as_seen = seen.array();
  KeyValueCache copy = cache;
  copy.append(rows(1, 4, 7), rows(1, 4, 7));
  cache.append(rows(1, 4, 8), rows(1, 4, 8));
  EXPECT_TRUE(same(slice(copy.k(), {{}, {3, 4}}).array(), rows(1, 4, 7).array()));
  EXPECT_TRUE(same(slice(cache.k(), {{}, {3, 4}}).array(), rows(1, 4, 8).array()));
  EXPECT_TRUE(
      same(slice(seen, {{}, {0, 3}}).array(), slice(Tensor(as_seen), {{}, {0, 3}}).array()));
}

TEST(KeyValueCache, LetsGradientsThrough) {
  const Tensor first = leaf({1, 2, 3}, 1), second = leaf({1, 1, 3}, 2), third = leaf({1, 1, 3}, 3);
  KeyValueCache cache;
  for (const Tensor& x : {first, second, third}) cache.append(x, x * 2);
  const Array dy = Rng(4).normal({1, 4, 3});
  (cache.k() + cache.v()).backward(dy);
  EXPECT_TRUE(test::near(first.grad(), slice(Tensor(dy), {{}, {0, 2}}).array() * 3, 1e-5));
  EXPECT_TRUE(test::near(third.grad(), slice(Tensor(dy), {{}, {3, 4}}).array() * 3, 1e-5));
}

TEST(KeyValueCache, SaysWhatDoesNotContinueIt) {
  KeyValueCache cache;
  cache.append(rows(3, 4, 1), rows(3, 4, 2));
  EXPECT_ERROR(cache.append(rows(1, 5, 1), rows(1, 5, 2)), ShapeError,
               "[KeyValueCache] (2, 1, 5) does not continue (2, 3, 4)");
  EXPECT_ERROR(cache.append(Tensor(zeros({1, 1, 4})), Tensor(zeros({1, 1, 4}))), ShapeError,
               "(1, 1, 4) does not continue (2, 3, 4)");
  const NoPositions none;
  EXPECT_ERROR(cache.append(rows(1, 4, 1), rows(1, 4, 2), &none), ValueError,
               "[KeyValueCache] its keys were placed by another position scheme");
  EXPECT_EQ(cache.length(), 3U);
}

}  // namespace
}  // namespace horloge
