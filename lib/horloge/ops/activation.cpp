#include "horloge/ops/activation.h"

#include <cmath>
#include <type_traits>

#include "horloge/kernels/simd_math.h"
#include "horloge/ops/elementwise.h"

namespace horloge {
namespace {

using detail::map_by_input;
using detail::map_by_output;

inline real logistic(real x) { return 1 / (1 + vexp(-x)); }

// e^x - 1 for x <= 0, to full precision near 0 too.
inline real expm1_below_zero(real x) {
  if constexpr (std::is_same_v<real, double>) return std::expm1(x);
  const real t = vtanh(real{0.5} * x);
  return 2 * t / (1 - t);
}

// ln(1 + x) for x in [0, 1]. In float it is 2 artanh(s), with a polynomial in s^2 <= 1/9.
inline real log1p_of_unit(real x) {
  if constexpr (std::is_same_v<real, double>) return std::log1p(x);
  const real s = x / (2 + x);
  const real z = s * s;
  real p = 0.13425749F;
  p = p * z + 0.141183099F;
  p = p * z + 0.200037803F;
  p = p * z + 0.333333202F;
  return 2 * (p * z * s + s);
}

constexpr real sqrt_half = static_cast<real>(0.70710678118654752440);
constexpr real sqrt_2_over_pi = static_cast<real>(0.79788456080286535588);
constexpr real cubic = static_cast<real>(0.044715);

// (1 + tanh u) / 2 = 1 / (1 + e^-2u): one exponential, and accurate where tanh u is near -1. In
// float it is 2^t / (1 + 2^t) with t = 2u / ln 2 = x * (linear + third * x^2).
inline real gelu_gate(real x) {
  if constexpr (std::is_same_v<real, double>)
    return logistic(2 * sqrt_2_over_pi * x * (1 + cubic * x * x));
  constexpr double linear = 2.302208198144325;  // 2 sqrt(2 / pi) / ln 2
  constexpr auto third = static_cast<float>(linear * 0.044715);
  const auto z = static_cast<float>(x);
  const float e = vexp2_clamped(z * (third * z * z + static_cast<float>(linear)));
  return e / (1 + e);
}

// Beyond 16 the derivatives of both GELUs are constant in every digit, while their formulas would
// multiply infinity by 0. A NaN stays one.
inline real bounded(real x) { return x < -16 ? real{-16} : (x > 16 ? real{16} : x); }

// The gate in y = x * gate, at the cost of a division instead of an exponential.
inline real gate_of(real x, real y) {
  constexpr real tiny = static_cast<real>(1e-30);  // below, y has lost digits
  const real magnitude = std::fabs(x);
  const real far = x > 0 ? real{1} : real{0};
  return magnitude < tiny ? real{0.5} : (magnitude < 16 ? y / x : far);
}

// dy *= gate + x * gate' in place, where gate' = gate * (1 - gate) * slope.
void gelu_tanh_backward(const real* x, const real* y, real* dy, std::size_t n) {
  parallel_for(n, elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) {
      const real b = bounded(x[i]);
      const real gate = gate_of(x[i], y[i]);
      const real slope = 2 * sqrt_2_over_pi * (1 + 3 * cubic * b * b);
      dy[i] *= gate * (1 + b * (1 - gate) * slope);
    }
  });
}

}  // namespace

Tensor relu(const Tensor& x) {
  return map_by_output(
      "relu", x, [](real v) { return v < 0 ? real{0} : v; },
      [](real y, real dy) { return y > 0 ? dy : real{0}; });
}

Tensor leaky_relu(const Tensor& x, real slope) {
  return map_by_input(
      "leaky_relu", x, [slope](real v) { return v > 0 ? v : slope * v; },
      [slope](real v, real dy) { return v > 0 ? dy : slope * dy; });
}

Tensor elu(const Tensor& x, real alpha) {
  return map_by_input(
      "elu", x, [alpha](real v) { return v > 0 ? v : alpha * expm1_below_zero(v); },
      [alpha](real v, real dy) { return v > 0 ? dy : dy * alpha * vexp(v); });
}

Tensor sigmoid(const Tensor& x) {
  return map_by_output(
      "sigmoid", x, [](real v) { return logistic(v); },
      [](real y, real dy) { return dy * y * (1 - y); });
}

Tensor tanh(const Tensor& x) {
  return map_by_output(
      "tanh", x, [](real v) { return vtanh(v); }, [](real y, real dy) { return dy * (1 - y * y); });
}

Tensor silu(const Tensor& x) {
  return map_by_input(
      "silu", x, [](real v) { return v * logistic(v); },
      [](real v, real dy) {
        const real s = logistic(v);
        return dy * s * (1 + v * (1 - s));
      });
}

Tensor softplus(const Tensor& x) {
  // ln(1 + e^x) = max(x, 0) + ln(1 + e^-|x|), which cannot overflow.
  return map_by_input(
      "softplus", x,
      [](real v) { return (v > 0 ? v : real{0}) + log1p_of_unit(vexp(-std::fabs(v))); },
      [](real v, real dy) { return dy * logistic(v); });
}

Tensor gelu_erf(const Tensor& x) {
  return map_by_input(
      "gelu_erf", x, [](real v) { return real{0.5} * v * (1 + verf(v * sqrt_half)); },
      [](real v, real dy) {
        const real b = bounded(v);
        const real density = real{0.5} * sqrt_2_over_pi * vexp(real{-0.5} * b * b);
        return dy * (real{0.5} * (1 + verf(b * sqrt_half)) + b * density);
      });
}

Tensor gelu_tanh(const Tensor& x) {
  return record("gelu_tanh", map_array(x.array(), [](real v) { return v * gelu_gate(v); }), {x},
                [x = Saved(x)](const Array& y, Array& dy, Gradients& d) {
                  gelu_tanh_backward(x.data(), y.data(), dy.data(), dy.size());
                  d.add(0, std::move(dy));
                });
}

}  // namespace horloge
