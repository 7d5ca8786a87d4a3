#pragma once

// exp, tanh and erf that a compiler can vectorise: no branches, no calls, no tables. In float they
// are within a few units in the last place; in double they are libm's own. For kernels (`.cpp`
// files) only. The polynomials are fits at Chebyshev nodes. Readable twins: std::exp, std::tanh and
// std::erf; tests/kernels/simd_math_test.cpp measures the errors.

#include <cmath>
#include <cstdint>

namespace horloge {

inline double vexp(double x) { return std::exp(x); }
inline double vexp_nonpositive(double x) { return std::exp(x); }
inline double vtanh(double x) { return std::tanh(x); }
inline double verf(double x) { return std::erf(x); }

namespace detail {

// e^x = 2^n e^r with |r| <= ln 2 / 2.
struct PowerOfE {
  explicit PowerOfE(float x) {
    constexpr float round_by_adding = 12582912.0F;  // 1.5 * 2^23
    const float shifted = x * 1.44269504F + round_by_adding;
    const float n = shifted - round_by_adding;
    const float r = (x - n * 0.693145752F) - n * 1.42860677e-6F;  // ln 2 in two parts
    float q = 0.00139261836F;
    q = q * r + 0.00836317905F;
    q = q * r + 0.0416665546F;
    q = q * r + 0.16666577F;
    q = q * r + 0.5F;
    e_to_r = q * r * r + r + 1.0F;
    power = static_cast<std::int32_t>(__builtin_bit_cast(std::uint32_t, shifted) -
                                      __builtin_bit_cast(std::uint32_t, round_by_adding));
  }

  float e_to_r;
  std::int32_t power;  // n
};

inline float two_to(std::int32_t n) {
  return __builtin_bit_cast(float, (static_cast<std::uint32_t>(n) + 127U) << 23U);
}

}  // namespace detail

/// e^x. Relative error below 2e-7; 0, infinity and NaN as std::exp has them.
inline float vexp(float x) {
  const detail::PowerOfE e(x < -104.0F ? -104.0F : (x > 89.0F ? 89.0F : x));  // keeps NaN
  // 2^n in two factors, so that results near the ends of the range come out right.
  const std::int32_t half = e.power >> 1;
  return e.e_to_r * detail::two_to(half) * detail::two_to(e.power - half);
}

/// e^x for x <= 0, in fewer steps: the bits of vexp down to -87, and 0 below. A NaN stays one.
inline float vexp_nonpositive(float x) {
  const detail::PowerOfE e(x);
  const float y = e.e_to_r * detail::two_to(e.power);
  return x < -87.0F ? 0.0F : y;
}

/// 2^t = 2^n 2^f with |f| <= 1/2, for gates like 2^t / (1 + 2^t): about half the cost of vexp, as
/// t is clamped to 127 and 2^n is added to the exponent. Relative error below 2e-7 for |t| <= 126;
/// 2^127 from 127 on; 0 from -127 down, and a straight line from there to 2^-126. A NaN counts as
/// 127 or -127.
inline float vexp2_clamped(float t) {
  // Floats of one sign compare as their bits do, and a minimum of integers is one instruction.
  constexpr auto most = __builtin_bit_cast(std::int32_t, 127.0F);
  const auto magnitude = __builtin_bit_cast(std::int32_t, std::fabs(t));
  const float clamped =
      std::copysign(__builtin_bit_cast(float, magnitude < most ? magnitude : most), t);
  constexpr float round_by_adding = 12582912.0F;  // 1.5 * 2^23
  const float shifted = clamped + round_by_adding;
  const float f = clamped - (shifted - round_by_adding);
  float p = 0.00133867457F;
  p = p * f + 0.00967186969F;
  p = p * f + 0.0555036962F;
  p = p * f + 0.24022235F;
  p = p * f + 0.693147182F;
  p = p * f + 1.0F;
  return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, p) +
                                       (__builtin_bit_cast(std::uint32_t, shifted) << 23U));
}

/// Near 0 an odd polynomial, else 1 - 2 / (e^(2|x|) + 1). Relative error below 3e-7.
inline float vtanh(float x) {
  const float magnitude = std::fabs(x);
  const float z = x * x;
  float p = -0.00609671416F;
  p = p * z + 0.020997179F;
  p = p * z + -0.0538509096F;
  p = p * z + 0.133327697F;
  p = p * z + -0.333333289F;
  const float near = p * z * magnitude + magnitude;
  const float far = 1.0F - 2.0F / (vexp(2.0F * magnitude) + 1.0F);
  return std::copysign(magnitude < 0.625F ? near : far, x);  // of -0 too
}

/// Near 0 an odd polynomial, else 1 - e^g(|x|) with g a fit of ln erfc. Absolute error below 2e-7.
inline float verf(float x) {
  const float magnitude = std::fabs(x);
  const float z = x * x;
  float p = -9.66704579e-06F;
  p = p * z + 0.000112659594F;
  p = p * z + -0.000848408044F;
  p = p * z + 0.00522103181F;
  p = p * z + -0.0268654307F;
  p = p * z + 0.112837825F;
  p = p * z + -0.376126385F;
  p = p * z + 1.12837917F;
  const float near = p * x;
  const float t = magnitude > 4.0F ? 4.0F : magnitude;
  float g = 1.63715141e-06F;
  g = g * t + -4.60580427e-05F;
  g = g * t + 0.000596805626F;
  g = g * t + -0.00475959629F;
  g = g * t + 0.026421136F;
  g = g * t + -0.110080083F;
  g = g * t + -0.631826052F;
  g = g * t + -1.13023343F;
  g = g * t + 0.000320138052F;
  const float far = std::copysign(1.0F - vexp(g), x);
  return magnitude < 1.0F ? near : far;
}

}  // namespace horloge
