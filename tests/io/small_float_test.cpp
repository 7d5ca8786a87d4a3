#include "horloge/io/small_float.h"

#include "support/arrays.h"

namespace horloge {
namespace {

// The definition, with libm: sign * mantissa * 2^exponent.
template <int exponent_bits, int mantissa_bits, bool has_infinity>
double naive_decode(unsigned bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const unsigned exponent = bits >> mantissa_bits & ((1U << exponent_bits) - 1);
  const unsigned mantissa = bits & ((1U << mantissa_bits) - 1);
  const double sign = bits >> (exponent_bits + mantissa_bits) ? -1 : 1;
  const bool top = exponent == (1U << exponent_bits) - 1;
  if (has_infinity && top) return mantissa == 0 ? sign * INFINITY : std::nan("");
  if (!has_infinity && top && mantissa == (1U << mantissa_bits) - 1) return std::nan("");
  const double fraction = std::ldexp(mantissa, -mantissa_bits);
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias);
  return sign * std::ldexp(1 + fraction, static_cast<int>(exponent) - bias);
}

template <int exponent_bits, int mantissa_bits, bool has_infinity>
void check_format() {
  using Format = SmallFloat<exponent_bits, mantissa_bits, has_infinity>;
  using Bits = typename Format::Bits;
  const unsigned count = 1U << (8 * sizeof(Bits));
  const auto encode = [](double x) { return static_cast<unsigned>(Format::encode(x)); };
  for (unsigned i = 0; i < count; ++i) {
    const double want = naive_decode<exponent_bits, mantissa_bits, has_infinity>(i);
    const double x = Format::decode(static_cast<Bits>(i));
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(x)) << i;
      const unsigned back = encode(x);
      ASSERT_TRUE(std::isnan(Format::decode(static_cast<Bits>(back)))) << i;
      continue;
    }
    ASSERT_EQ(x, want) << i;
    ASSERT_EQ(std::signbit(x), std::signbit(want)) << i;
    ASSERT_EQ(encode(x), i);
  }
  // Between two neighbours: just off the middle goes to the nearer, the middle to the even one.
  const unsigned positive = count / 2;
  for (unsigned i = 0; i + 1 < positive; ++i) {
    const double a = naive_decode<exponent_bits, mantissa_bits, has_infinity>(i);
    const double b = naive_decode<exponent_bits, mantissa_bits, has_infinity>(i + 1);
    if (!std::isfinite(a) || !std::isfinite(b)) continue;
    const double middle = (a + b) / 2;
    for (const unsigned sign : {0U, positive}) {
      const double s = sign == 0 ? 1 : -1;
      ASSERT_EQ(encode(s * middle), sign + (i % 2 == 0 ? i : i + 1)) << i;
      ASSERT_EQ(encode(s * std::nextafter(middle, 0)), sign + i) << i;
      ASSERT_EQ(encode(s * std::nextafter(middle, INFINITY)), sign + i + 1) << i;
    }
  }
}

TEST(SmallFloat, EveryPatternOfF16) { check_format<5, 10, true>(); }
TEST(SmallFloat, EveryPatternOfBF16) { check_format<8, 7, true>(); }
TEST(SmallFloat, EveryPatternOfF8E5M2) { check_format<5, 2, true>(); }
TEST(SmallFloat, EveryPatternOfF8E4M3) { check_format<4, 3, false>(); }

TEST(SmallFloat, OverflowsToInfinityOrWhereThereIsNoneToNaN) {
  EXPECT_EQ(Float16::encode(65504), 0x7BFF);
  EXPECT_EQ(Float16::encode(std::nextafter(65520.0, 0)), 0x7BFF);
  EXPECT_EQ(Float16::encode(65520), 0x7C00);
  EXPECT_EQ(Float16::encode(-1e300), 0xFC00);
  EXPECT_EQ(BFloat16::encode(3.4028234663852886e38),
            0x7F80);  // the largest float is nearer to 2^128
  EXPECT_EQ(Float8E5M2::encode(61439), 0x7B);
  EXPECT_EQ(Float8E5M2::encode(61440), 0x7C);
  EXPECT_EQ(Float8E4M3::encode(448), 0x7E);
  EXPECT_EQ(Float8E4M3::encode(464), 0x7E);
  EXPECT_EQ(Float8E4M3::encode(465), 0x7F);
  EXPECT_EQ(Float8E4M3::encode(-INFINITY), 0xFF);
}

TEST(SmallFloat, UnderflowsToZeroOfTheSameSign) {
  EXPECT_EQ(Float16::encode(std::ldexp(1, -25)), 0);  // the middle: 0 is even
  EXPECT_EQ(Float16::encode(std::nextafter(std::ldexp(1, -25), 1)), 1);
  EXPECT_EQ(Float16::encode(-1e-300), 0x8000);
  EXPECT_EQ(Float16::encode(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(BFloat16::encode(-0.0), 0x8000);
}

TEST(SmallFloat, RoundsADoubleOnce) {
  // To F32 this is the middle between 1 and 1 + 2^-10, which would then round to 1.
  const double x = 1 + std::ldexp(1, -11) + std::ldexp(1, -40);
  EXPECT_EQ(Float16::encode(x), 0x3C01);
}

TEST(SmallFloat, KeepsTheSignOfNaN) {
  EXPECT_EQ(Float16::encode(std::copysign(NAN, 1)), 0x7E00);
  EXPECT_EQ(Float16::encode(std::copysign(NAN, -1)), 0xFE00);
  EXPECT_EQ(BFloat16::encode(NAN), 0x7FC0);
  EXPECT_EQ(Float8E5M2::encode(NAN), 0x7E);
  EXPECT_EQ(Float8E4M3::encode(NAN), 0x7F);
}

}  // namespace
}  // namespace horloge
