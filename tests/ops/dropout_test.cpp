#include "horloge/ops/dropout.h"

#include "horloge/core/parallel.h"
#include "support/gradients.h"

namespace horloge {
namespace {

const StreamKey key{7, 3, 11};

// The definition: one word of the stream for each element, in order.
Array naive_dropout(const Array& x, double p) {
  Array y = empty(x.shape());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool stays = Rng::block(key, i / 4)[i % 4] < (1 - p) * 0x1p32;
    y.data()[i] = stays ? static_cast<real>(x.data()[i] / (1 - p)) : 0;
  }
  return y;
}

TEST(Dropout, DrawsOneWordOfTheStreamForEachElement) {
  for (const std::size_t n : {0U, 1U, 3U, 4U, 255U, 257U, 70001U}) {
    const Array x = Rng(n).normal({n}, 5);
    const Array y = dropout(Tensor(x), 0.3, key).array();
    EXPECT_TRUE(near(y, naive_dropout(x, 0.3), bound(2e-6, 1e-14))) << n;
  }
}

TEST(Dropout, KeepsItsShareAndTheSumOnAverage) {
  constexpr double n = 200000;
  for (const double p : {0.1, 0.5, 0.9}) {
    const Array y = dropout(Tensor(ones({200, 1000})), p, key).array();
    double kept = 0;
    for (const real number : y) {
      EXPECT_NEAR(number, number == 0 ? 0 : 1 / (1 - p), 1e-5);
      kept += number != 0;
    }
    EXPECT_NEAR(kept / n, 1 - p, 4 * std::sqrt(p * (1 - p) / n));
  }
}

TEST(Dropout, DiffersWithEachPartOfTheKey) {
  const Tensor x(ones({64}));
  const Array y = dropout(x, 0.5, key).array();
  EXPECT_TRUE(same(dropout(x, 0.5, key).array(), y));
  for (const StreamKey& other : {StreamKey{8, 3, 11}, StreamKey{7, 4, 11}, StreamKey{7, 3, 12}})
    EXPECT_FALSE(same(dropout(x, 0.5, other).array(), y));
}

TEST(Dropout, OfNothingIsTheIdentityAndOfAllIsZero) {
  const Tensor x = leaf({2, 3}, 1);
  EXPECT_TRUE(same(dropout(x, 0, key).array(), x.array()));
  const Tensor nothing = dropout(x, 1, key);
  EXPECT_TRUE(same(nothing.array(), zeros({2, 3})));
  nothing.backward(ones({2, 3}));
  EXPECT_TRUE(same(x.grad(), zeros({2, 3})));
  for (const double p : {-0.1, 1.5, std::nan("")})
    EXPECT_ERROR(dropout(x, p, key), ValueError, "[dropout] p must be in [0, 1], got");
}

TEST(Dropout, Gradient) {
  const auto drop = [](const auto& in) { return dropout(in[0], 0.4, key); };
  EXPECT_TRUE(gradients_agree(drop, {leaf({5, 7}, 2)}));
  EXPECT_TRUE(gradients_agree(
      [](const auto& in) {
        return dropout(dropout(in[0], 0.4, key), 0.4, {1, 2, 3});
      },
      {leaf({5, 7}, 3)}));
}

TEST(Dropout, GivesTheSameBitsForAnyThreads) {
  const auto run = [](int threads) {
    set_num_threads(threads);
    const Tensor x(Rng(4).normal({123457}), true);
    dropout(x, 0.2, key).backward(Array(x.array()));
    set_num_threads(0);
    return x.grad();
  };
  EXPECT_TRUE(same(run(2), run(1)));
}

}  // namespace
}  // namespace horloge
