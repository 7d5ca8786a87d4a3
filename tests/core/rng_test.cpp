#include "horloge/core/rng.h"

#include "support/arrays.h"

namespace horloge {
namespace {

// Known answers of the authors (Random123 1.09, kat_vectors: philox4x32 10).
TEST(Rng, IsPhiloxAsPublished) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(Rng::block({0, 0, 0}, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Rng::block({0xffffffffffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffff),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Rng, DrawsManyBlocksAsOneByOne) {
  const StreamKey key{0x123456789abcdef0, 3, 5};
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0xfffffff5}})
    for (const std::size_t count : {0U, 1U, 15U, 16U, 37U}) {
      std::vector<std::uint32_t> words(4 * count + 1, 77);
      Rng::blocks(key, first, count, words.data());
      for (std::size_t i = 0; i < 4 * count; ++i)
        EXPECT_EQ(words[i], Rng::block(key, first + i / 4)[i % 4]);
      EXPECT_EQ(words.back(), 77U);  // nothing is written past the end
    }
}

// Bits that must not change: stored seeds, checkpoints and the lessons' printed numbers rest on
// them.
TEST(Rng, NumbersArePinned) {
  Rng rng(42, 1, 2);
  EXPECT_EQ(rng.uniform(), 0x1.cc246755e7a1fp-1);
  EXPECT_EQ(rng.normal(), 0x1.43a23ca4413b1p+0);
  EXPECT_EQ(rng.below(1000), 788U);
}

TEST(Rng, ChoosesInProportionToTheWeights) {
  Rng rng(3);
  std::array<int, 4> counts{};
  for (int i = 0; i < 20000; ++i) ++counts[static_cast<std::size_t>(rng.choice(Array{1, 0, 5, 2}))];
  EXPECT_NEAR(counts[0], 2500, 200);
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[2], 12500, 200);
  EXPECT_NEAR(counts[3], 5000, 200);
  EXPECT_EQ(rng.choice(Array{0, 0, 1e-30F}), 2);
  EXPECT_ERROR(rng.choice(Array{0, 0}), ValueError, "[Rng::choice] at least one weight");
  EXPECT_ERROR(rng.choice(Array{1, -1}), ValueError, "not negative, got -1");
  EXPECT_ERROR(rng.choice(Array{1, std::numeric_limits<real>::infinity()}), ValueError, "got inf");
}

// Half of these have another last bit where a compiler contracts a * b + c.
TEST(Rng, BitsOfNormalNumbersArePinned) {
  Rng rng(5);
  std::uint64_t digest = 0;
  for (int i = 0; i < 1000; ++i) {
    const double x = rng.normal();
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof x);
    digest = (digest ^ bits) * 0x9E3779B97F4A7C15;
    digest ^= digest >> 32U;
  }
  EXPECT_EQ(digest, 0x7244d8e3ef917e9d);
}

TEST(Rng, NormalIsTheInverseOfTheDistributionFunction) {
  Rng uniform(7);
  Rng normal(7);
  for (int i = 0; i < 20000; ++i) {
    const double p = (static_cast<double>(uniform.bits() >> 12U) + 0.5) * 0x1p-52;
    const double x = normal.normal();
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)), p, 1e-15 + 2e-15 * std::fabs(x));
  }
}

TEST(Rng, ArraysMayBeLeftUndrawn) {
  Rng undrawn = Rng::undrawn(), usual;
  EXPECT_EQ(undrawn.normal({2, 3}).shape(), (Shape{2, 3}));
  EXPECT_EQ(undrawn.uniform({4}, -1, 1).shape(), (Shape{4}));
  EXPECT_EQ(undrawn.bits(), usual.bits());  // nothing was taken from the stream
}

TEST(Rng, StreamsAreApartAndRepeatable) {
  const Rng base(5);
  const Array a = base.stream(1).normal({1000});
  EXPECT_TRUE(test::same(a, base.stream(1).normal({1000})));
  for (const Rng& other : {base.stream(2), base.stream(1, 1), Rng(6).stream(1)}) {
    Rng copy = other;
    const Array b = copy.normal({1000});
    double dot = 0;
    for (std::size_t i = 0; i < 1000; ++i) dot += static_cast<double>(a(i) * b(i));
    EXPECT_LT(std::fabs(dot / 1000), 0.12);  // nearly four standard deviations
  }
}

TEST(Rng, MomentsAreRight) {
  Rng rng(1);
  double sum = 0;
  double squares = 0;
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 0.015);
  EXPECT_NEAR(squares / n, 1, 0.02);
}

TEST(Rng, BelowIsFairAndInRange) {
  Rng rng(3);
  std::array<int, 7> count{};
  for (int i = 0; i < 70000; ++i) ++count.at(rng.below(7));
  for (const int c : count) EXPECT_NEAR(c, 10000, 400);
  EXPECT_ERROR(rng.below(0), ValueError, "n must not be 0");
  const Ids ids = rng.integers({1000}, -3, 4);
  EXPECT_EQ(*std::min_element(ids.begin(), ids.end()), -3);
  EXPECT_EQ(*std::max_element(ids.begin(), ids.end()), 3);
}

TEST(Rng, PermutationHoldsEachOnce) {
  auto order = Rng(9).permutation(100);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(order[i], i);
  EXPECT_TRUE(Rng(9).permutation(0).empty());
}

}  // namespace
}  // namespace horloge
