#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace horloge {

/// A float of 8 or 16 bits: sign, exponent, mantissa, as in IEEE 754.
///
/// decode is exact. encode rounds to nearest, ties to even, in one step from double, subnormals
/// included. A number that is too large becomes infinity, or NaN in a format without infinities
/// (E4M3). NaN stays NaN and keeps its sign but not its payload.
template <int exponent_bits, int mantissa_bits, bool has_infinity>
struct SmallFloat {
  using Bits =
      std::conditional_t<1 + exponent_bits + mantissa_bits == 8, std::uint8_t, std::uint16_t>;

  static double decode(Bits bits) {
    const std::uint32_t magnitude = bits & (sign_bit - 1U);
    const double sign = (bits & sign_bit) != 0 ? -1.0 : 1.0;
    if (magnitude > last_finite)
      return sign * (has_infinity && magnitude == last_finite + 1
                         ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN());
    const std::uint32_t exponent = magnitude >> mantissa_bits;
    const std::uint32_t mantissa = magnitude & (implicit_bit - 1U);
    if (exponent == 0) return sign * mantissa * power_of_two(1 - bias - mantissa_bits);
    return sign * (implicit_bit + mantissa) *
           power_of_two(static_cast<int>(exponent) - bias - mantissa_bits);
  }

  static Bits encode(double x) {
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &x, sizeof x);
    const auto sign = static_cast<Bits>(pattern >> 63U ? sign_bit : 0U);
    const int biased = static_cast<int>(pattern >> 52U & 0x7FFU);
    std::uint64_t mantissa = pattern & ((std::uint64_t{1} << 52U) - 1);
    if (biased == 0x7FF)
      return static_cast<Bits>(sign | (mantissa == 0 ? last_finite + 1 : quiet_nan));
    if (biased != 0) mantissa |= std::uint64_t{1} << 52U;

    // In the smallest normal binade and below, the last place stays where it is.
    const int exponent = biased - 1023;
    const int binade = exponent < 1 - bias ? 1 - bias : exponent;
    const int dropped = 52 - mantissa_bits + (binade - exponent);
    if (dropped > 53) return sign;  // less than half of the smallest subnormal
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
    const std::uint64_t odd = mantissa >> dropped & 1U;
    const std::uint64_t rounded = (mantissa + half - 1 + odd) >> dropped;

    // The implicit bit in `rounded`, and its carry, count as one more exponent.
    const std::uint64_t code =
        (static_cast<std::uint64_t>(binade - (1 - bias)) << mantissa_bits) + rounded;
    return static_cast<Bits>(sign | (code > last_finite ? last_finite + 1 : code));
  }

 private:
  static constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  static constexpr std::uint32_t sign_bit = 1U << (exponent_bits + mantissa_bits);
  static constexpr std::uint32_t implicit_bit = 1U << mantissa_bits;
  static constexpr std::uint32_t last_finite =
      has_infinity ? sign_bit - implicit_bit - 1 : sign_bit - 2;
  static constexpr std::uint32_t quiet_nan =
      has_infinity ? sign_bit - implicit_bit / 2 : sign_bit - 1;

  // For exponents that are normal in double.
  static double power_of_two(int exponent) {
    const auto pattern = static_cast<std::uint64_t>(exponent + 1023) << 52U;
    double power = 0;
    std::memcpy(&power, &pattern, sizeof power);
    return power;
  }
};

using Float16 = SmallFloat<5, 10, true>;
using BFloat16 = SmallFloat<8, 7, true>;

/// The two 8-bit formats of Micikevicius et al., "FP8 formats for deep learning"
/// (arXiv:2209.05433).
using Float8E5M2 = SmallFloat<5, 2, true>;
using Float8E4M3 = SmallFloat<4, 3, false>;

}  // namespace horloge
