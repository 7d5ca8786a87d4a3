#include "horloge/kernels/bfloat16.h"

#include <vector>

#include "horloge/kernels/gemm.h"
#include "support/threads.h"

namespace horloge {
namespace {

// Sums of a quarter of 1 / 128: seven bits after the first, as bfloat16 has.
Array exact_numbers(std::uint64_t seed, const Shape& shape) {
  const Ids drawn = Rng(seed).integers(shape, -255, 256);
  Array out = empty(shape);
  for (std::size_t i = 0; i < out.size(); ++i)
    out.data()[i] = static_cast<real>(drawn.data()[i]) / 128;
  return out;
}

TEST(ToBfloat16, IsTheUpperHalfOfAFloat) {
  const std::vector<real> numbers = {0, 1, -2, 3.140625F, std::numeric_limits<real>::infinity()};
  std::vector<Bfloat16> kept(numbers.size());
  ASSERT_TRUE(to_bfloat16(numbers.data(), numbers.size(), kept.data()));
  const std::vector<std::uint16_t> bits = {0, 0x3F80, 0xC000, 0x4049, 0x7F80};
  for (std::size_t i = 0; i < bits.size(); ++i) EXPECT_EQ(kept[i].bits, bits[i]) << numbers[i];
}

TEST(ToBfloat16, RefusesWhatItWouldRound) {
  Bfloat16 kept[2];
  for (const real number : {real(0.1F), real(1.00390625F), real(3.14159F)}) {
    const real numbers[] = {1, number};
    EXPECT_FALSE(to_bfloat16(numbers, 2, kept)) << number;
  }
#ifdef HORLOGE_DOUBLE
  const real fine = 1 + std::ldexp(1.0, -40);
  EXPECT_FALSE(to_bfloat16(&fine, 1, kept));
#endif
}

// Rows that fill registers and that do not, one tile and several.
TEST(GemvOfBfloat16, HasTheBitsOfFloats) {
  for (const int threads : {1, 2}) {
    const test::Threads guard(threads);
    for (const std::size_t k : {1, 7, 16, 31, 64, 100, 288})
      for (const std::size_t n : {1, 5, 16, 33, 1000}) {
        const Array x = Rng(k).normal({k}), w = exact_numbers(n, {n, k}), bias = Rng(n).normal({n});
        std::vector<Bfloat16> kept(w.size());
        ASSERT_TRUE(to_bfloat16(w.data(), w.size(), kept.data()));
        for (const real* const b : {static_cast<const real*>(nullptr), bias.data()}) {
          Array want = empty({n}), y = full({n}, std::numeric_limits<real>::quiet_NaN());
          gemm(1, n, k, 1, {x.data(), k}, {w.data(), k, Trans::yes}, 0, want.data(), n, b);
          gemv(n, k, x.data(), kept.data(), y.data(), b);
          EXPECT_EQ(y, want) << n << " rows of " << k;
        }
      }
  }
}

// Large products take each way to read rows in turn at first, small ones always the same.
TEST(GemvOfBfloat16, HasTheSameBitsHoweverRowsAreRead) {
  const test::Threads guard(1);
  constexpr std::size_t n = 300, k = 251, few = 100, calls_of_all_ways = 64;
  const Array x = Rng(1).normal({k}), w = exact_numbers(2, {n, k});
  std::vector<Bfloat16> kept(w.size());
  ASSERT_TRUE(to_bfloat16(w.data(), w.size(), kept.data()));
  Array want = empty({n}), y = empty({n});
  for (std::size_t j = 0; j < n; j += few)
    gemv(few, k, x.data(), kept.data() + j * k, want.data() + j, nullptr);
  for (std::size_t call = 0; call < calls_of_all_ways; ++call) {
    gemv(n, k, x.data(), kept.data(), y.data(), nullptr);
    ASSERT_EQ(y, want) << "call " << call << " of bfloat16";
    gemm(1, n, k, 1, {x.data(), k}, {w.data(), k, Trans::yes}, 0, y.data(), n);
    ASSERT_EQ(y, want) << "call " << call << " of floats";
  }
}

TEST(GemvOfBfloat16, OfNothingIsTheBias) {
  const Array bias = Rng(1).normal({3});
  Array y = empty({3});
  gemv(3, 0, nullptr, nullptr, y.data(), bias.data());
  EXPECT_EQ(y, bias);
  gemv(0, 3, bias.data(), nullptr, nullptr);
}

}  // namespace
}  // namespace horloge
