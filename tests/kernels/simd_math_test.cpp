#include "horloge/kernels/simd_math.h"

#include <cstdint>

#include "support/arrays.h"

namespace horloge {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float smallest = std::numeric_limits<float>::denorm_min();
constexpr float tiny = std::numeric_limits<float>::min();
constexpr float largest = std::numeric_limits<float>::max();

float from_bits(std::uint32_t bits) {
  float x = 0;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// Calls f(x) for every 997th bit pattern of a float: all exponents, both signs, denormals; without
// the infinities and NaN.
template <class F>
void for_each_float(const F& f) {
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32U; bits += 997) {
    const float x = from_bits(static_cast<std::uint32_t>(bits));
    if (std::isfinite(x)) f(x);
  }
}

// Largest error of got(x) against want(x), relative or absolute, where want is at least `from`.
struct Worst {
  double error = 0;
  double at = 0;
  void see(double x, double error_here) {
    if (error_here <= error) return;  // a NaN is worse than all
    error = error_here;
    at = x;
  }
};

TEST(VectorExp, IsWithin2e7RelativeOverAllFloats) {
  Worst normal;
  Worst denormal;
  for_each_float([&](float x) {
    const double want = std::exp(static_cast<double>(x));
    const double got = vexp(x);
    if (want >= static_cast<double>(largest) * (1 + 1e-7)) {
      normal.see(x, got == static_cast<double>(infinity) || x < 88.73F ? 0 : 1);
    } else if (want >= static_cast<double>(tiny)) {
      normal.see(x, std::fabs(got - want) / want);
    } else {  // steps of 2^-149
      denormal.see(x, std::fabs(got - want) / static_cast<double>(smallest));
    }
  });
  EXPECT_LT(normal.error, 2e-7) << "at " << normal.at;
  EXPECT_LT(denormal.error, 1.0) << "at " << denormal.at;
}

TEST(VectorExp, IsExactAtItsCorners) {
  EXPECT_EQ(vexp(0.0F), 1.0F);
  EXPECT_EQ(vexp(-0.0F), 1.0F);
  EXPECT_EQ(vexp(smallest), 1.0F);
  EXPECT_EQ(vexp(infinity), infinity);
  EXPECT_EQ(vexp(-infinity), 0.0F);
  EXPECT_FALSE(std::signbit(vexp(-infinity)));
  EXPECT_EQ(vexp(largest), infinity);
  EXPECT_EQ(vexp(-largest), 0.0F);
  EXPECT_EQ(vexp(-104.0F), 0.0F);
  EXPECT_GT(vexp(-103.2F), 0.0F);
  EXPECT_TRUE(std::isfinite(vexp(88.72F)));
  EXPECT_TRUE(std::isnan(vexp(nan)));
  EXPECT_TRUE(std::isnan(vexp(-nan)));
}

TEST(VectorExpNonpositive, HasTheBitsOfVexpDownTo87AndIsZeroBelow) {
  std::size_t different = 0;
  for_each_float([&](float x) {
    if (x <= 0 && vexp_nonpositive(x) != (x < -87.0F ? 0.0F : vexp(x))) ++different;
  });
  EXPECT_EQ(different, 0);
  EXPECT_EQ(vexp_nonpositive(0.0F), 1.0F);
  EXPECT_EQ(vexp_nonpositive(-infinity), 0.0F);
  EXPECT_FALSE(std::signbit(vexp_nonpositive(-infinity)));
  for (const std::uint32_t bits : {0x7fc00000U, 0xffc00000U, 0x7f800001U, 0xffffffffU})
    EXPECT_TRUE(std::isnan(vexp_nonpositive(from_bits(bits)))) << bits;
}

TEST(VectorExp2Held, IsWithin2e7RelativeWhereItIsNotHeld) {
  Worst worst;
  Worst last;  // from 2^-126 to 0
  for_each_float([&](float t) {
    const double want = std::exp2(static_cast<double>(t));
    const double got = vexp2_clamped(t);
    if (std::fabs(t) <= 126.0F)
      worst.see(t, std::fabs(got - want) / want);
    else if (t < 0)
      last.see(t, std::fabs(got - std::max(0.0, 2 * want - static_cast<double>(tiny))));
    else
      worst.see(t, t < 127.0F ? std::fabs(got - want) / want : std::fabs(got - 0x1p127));
  });
  EXPECT_LT(worst.error, 2e-7) << "at " << worst.at;
  EXPECT_LT(last.error, 0.1 * static_cast<double>(tiny)) << "at " << last.at;
}

TEST(VectorExp2Held, IsExactAtItsCorners) {
  EXPECT_EQ(vexp2_clamped(0.0F), 1.0F);
  EXPECT_EQ(vexp2_clamped(-0.0F), 1.0F);
  EXPECT_EQ(vexp2_clamped(126.0F), 0x1p126F);
  EXPECT_EQ(vexp2_clamped(-126.0F), tiny);
  EXPECT_EQ(vexp2_clamped(infinity), 0x1p127F);
  EXPECT_EQ(vexp2_clamped(-127.0F), 0.0F);
  EXPECT_EQ(vexp2_clamped(-infinity), 0.0F);
  EXPECT_FALSE(std::signbit(vexp2_clamped(-infinity)));
  EXPECT_EQ(vexp2_clamped(std::fabs(nan)), 0x1p127F);
  EXPECT_EQ(vexp2_clamped(-std::fabs(nan)), 0.0F);
}

TEST(VectorTanh, IsWithin3e7RelativeOverAllFloats) {
  Worst worst;
  for_each_float([&](float x) {
    const double want = std::tanh(static_cast<double>(x));
    const double got = vtanh(x);
    worst.see(x, want == 0 ? std::fabs(got) : std::fabs(got - want) / std::fabs(want));
    if (std::fabs(got) > 1 || std::signbit(got) != std::signbit(x)) worst.see(x, 1);
  });
  EXPECT_LT(worst.error, 3e-7) << "at " << worst.at;
}

TEST(VectorErf, IsWithin2e7AbsoluteOverAllFloats) {
  Worst worst;
  Worst near_zero;
  for_each_float([&](float x) {
    const double want = std::erf(static_cast<double>(x));
    const double got = verf(x);
    worst.see(x, std::fabs(got - want));
    if (std::fabs(got) > 1 || std::signbit(got) != std::signbit(x)) worst.see(x, 1);
    if (std::fabs(x) < 1 && std::fabs(want) >= static_cast<double>(tiny))
      near_zero.see(x, std::fabs(got - want) / std::fabs(want));
  });
  EXPECT_LT(worst.error, 2e-7) << "at " << worst.at;
  EXPECT_LT(near_zero.error, 3e-7) << "at " << near_zero.at;
}

TEST(VectorTanhAndErf, KeepSignsInfinitiesAndNaN) {
  for (const auto f : {static_cast<float (*)(float)>(vtanh), static_cast<float (*)(float)>(verf)}) {
    EXPECT_EQ(f(0.0F), 0.0F);
    EXPECT_FALSE(std::signbit(f(0.0F)));
    EXPECT_TRUE(std::signbit(f(-0.0F)));
    EXPECT_EQ(f(infinity), 1.0F);
    EXPECT_EQ(f(-infinity), -1.0F);
    EXPECT_EQ(f(largest), 1.0F);
    EXPECT_EQ(f(-largest), -1.0F);
    EXPECT_EQ(f(smallest), smallest);
    EXPECT_EQ(f(-smallest), -smallest);
    EXPECT_TRUE(std::isnan(f(nan)));
  }
}

// In a vector loop, with its remainder, the bits are those of a single call.
TEST(VectorMath, IsTheSameInAVectorLoop) {
  constexpr std::size_t n = 1003;
  float x[n];
  float exps[n];
  float powers[n];
  float tanhs[n];
  float erfs[n];
  Rng rng(1);
  for (float& v : x) v = static_cast<float>(3 * rng.normal());
  x[5] = nan;
  x[6] = infinity;
  x[7] = -infinity;
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) {
    exps[i] = vexp(x[i]);
    powers[i] = vexp2_clamped(x[i]);
    tanhs[i] = vtanh(x[i]);
    erfs[i] = verf(x[i]);
  }
  const auto equal = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (std::size_t i = 0; i < n; ++i) {
    volatile float alone = x[i];
    EXPECT_TRUE(equal(exps[i], vexp(alone))) << alone;
    EXPECT_TRUE(equal(powers[i], vexp2_clamped(alone))) << alone;
    EXPECT_TRUE(equal(tanhs[i], vtanh(alone))) << alone;
    EXPECT_TRUE(equal(erfs[i], verf(alone))) << alone;
  }
}

TEST(VectorMath, IsLibmInDouble) {
  Rng rng(2);
  for (int i = 0; i < 10000; ++i) {
    const double x = 5 * rng.normal();
    EXPECT_EQ(vexp(x), std::exp(x));
    EXPECT_EQ(vtanh(x), std::tanh(x));
    EXPECT_EQ(verf(x), std::erf(x));
  }
}

}  // namespace
}  // namespace horloge
