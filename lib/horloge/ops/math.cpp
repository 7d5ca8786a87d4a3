#include "horloge/ops/math.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/core/error.h"
#include "horloge/kernels/simd_math.h"
#include "horloge/ops/elementwise.h"

namespace horloge {

using detail::map_by_input;
using detail::map_by_output;

Tensor exp(const Tensor& x) {
  return map_by_output(
      "exp", x, [](real v) { return vexp(v); }, [](real y, real dy) { return dy * y; });
}

Tensor log(const Tensor& x) {
  return map_by_input(
      "log", x, [](real v) { return std::log(v); }, [](real v, real dy) { return dy / v; });
}

Tensor sqrt(const Tensor& x) {
  return map_by_output(
      "sqrt", x, [](real v) { return std::sqrt(v); }, [](real y, real dy) { return dy / (2 * y); });
}

Tensor rsqrt(const Tensor& x) {
  return map_by_output(
      "rsqrt", x, [](real v) { return 1 / std::sqrt(v); },
      [](real y, real dy) { return real{-0.5} * dy * y * y * y; });
}

Tensor sin(const Tensor& x) {
  return map_by_input(
      "sin", x, [](real v) { return std::sin(v); },
      [](real v, real dy) { return dy * std::cos(v); });
}

Tensor cos(const Tensor& x) {
  return map_by_input(
      "cos", x, [](real v) { return std::cos(v); },
      [](real v, real dy) { return -dy * std::sin(v); });
}

Tensor abs(const Tensor& x) {
  return map_by_input(
      "abs", x, [](real v) { return std::fabs(v); },
      [](real v, real dy) { return v > 0 ? dy : (v < 0 ? -dy : real{0}); });
}

Tensor square(const Tensor& x) {
  return map_by_input(
      "square", x, [](real v) { return v * v; }, [](real v, real dy) { return dy * 2 * v; });
}

Tensor clamp(const Tensor& x, real lo, real hi) {
  if (!(lo <= hi))
    throw ValueError(fmt::format("[clamp] lo must not be above hi: lo {}, hi {}", lo, hi));
  return map_by_input(
      "clamp", x, [lo, hi](real v) { return v < lo ? lo : (v > hi ? hi : v); },
      [lo, hi](real v, real dy) { return lo <= v && v <= hi ? dy : real{0}; });
}

}  // namespace horloge
