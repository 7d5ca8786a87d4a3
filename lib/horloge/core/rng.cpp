#include "horloge/core/rng.h"

#include <fmt/format.h>
#include <Random123/philox.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "horloge/core/error.h"

// This file is compiled without contraction of a * b + c, so that every compiler rounds alike.

namespace horloge {
namespace {

// ln x for positive x: x = m 2^e with m near 1, ln m = 2 artanh((m - 1) / (m + 1)) as a series.
double portable_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.70710678118654752) {
    m *= 2;
    --e;
  }
  const double s = (m - 1) / (m + 1);  // |s| < 0.1716, so 11 terms reach the last bit
  const double z = s * s;
  double sum = 0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * z + 1.0 / k;
  return 2 * s * sum + e * 0.69314718055994531;
}

template <std::size_t n>
double polynomial(const double (&c)[n], double x) {
  double y = 0;
  for (std::size_t i = n; i > 0; --i) y = y * x + c[i - 1];
  return y;
}

// Inverse of the normal distribution function, 16 digits: M. J. Wichura, "Algorithm AS 241",
// Applied Statistics 37 (1988).
double normal_quantile(double p) {
  constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                          1.9715909503065514427e+3, 1.3731693765509461125e+4,
                          4.5921953931549871457e+4, 6.7265770927008700853e+4,
                          3.3430575583588128105e+4, 2.5090809287301226727e+3};
  constexpr double b[] = {1.0,
                          4.2313330701600911252e+1,
                          6.8718700749205790830e+2,
                          5.3941960214247511077e+3,
                          2.1213794301586595867e+4,
                          3.9307895800092710610e+4,
                          2.8729085735721942674e+4,
                          5.2264952788528545610e+3};
  constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                          5.76949722146069140550e0,  3.64784832476320460504e0,
                          1.27045825245236838258e0,  2.41780725177450611770e-1,
                          2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double d[] = {1.0,
                          2.05319162663775882187e0,
                          1.67638483018380384940e0,
                          6.89767334985100004550e-1,
                          1.48103976427480074590e-1,
                          1.51986665636164571966e-2,
                          5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
  constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                          1.78482653991729133580e0,  2.96560571828504891230e-1,
                          2.65321895265761230930e-2, 1.24266094738807843860e-3,
                          2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double f[] = {1.0,
                          5.99832206555887937690e-1,
                          1.36929880922735805310e-1,
                          1.48753612908506148525e-2,
                          7.86869131145613259100e-4,
                          1.84631831751005468180e-5,
                          1.42151175831644588870e-7,
                          2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  const double r = std::sqrt(-portable_log(q < 0 ? p : 1 - p));
  const double x = r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                          : polynomial(e, r - 5) / polynomial(f, r - 5);
  return q < 0 ? -x : x;
}

// Philox4x32-10 on many counters at once, which Random123's own function does one by one.
constexpr std::size_t lanes = 64;

void philox_lanes(std::uint32_t (&w)[4][lanes], std::uint64_t seed) {
  auto k0 = static_cast<std::uint32_t>(seed);
  auto k1 = static_cast<std::uint32_t>(seed >> 32U);
  for (int round = 0; round < 10; ++round) {
#pragma omp simd
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::uint64_t a = std::uint64_t{PHILOX_M4x32_0} * w[0][i];
      const std::uint64_t b = std::uint64_t{PHILOX_M4x32_1} * w[2][i];
      w[0][i] = static_cast<std::uint32_t>(b >> 32U) ^ w[1][i] ^ k0;
      w[1][i] = static_cast<std::uint32_t>(b);
      w[2][i] = static_cast<std::uint32_t>(a >> 32U) ^ w[3][i] ^ k1;
      w[3][i] = static_cast<std::uint32_t>(a);
    }
    k0 += PHILOX_W32_0;
    k1 += PHILOX_W32_1;
  }
}

}  // namespace

std::array<std::uint32_t, 4> Rng::block(const StreamKey& key, std::uint64_t block) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); };
  const r123::Philox4x32::ctr_type counter = {{low(block), high(block), key.purpose, key.step}};
  const r123::Philox4x32::key_type seed = {{low(key.seed), high(key.seed)}};
  const auto words = r123::Philox4x32{}(counter, seed);
  return {words[0], words[1], words[2], words[3]};
}

void Rng::blocks(const StreamKey& key, std::uint64_t first, std::size_t count,
                 std::uint32_t* words) {
  for (std::size_t done = 0; done < count; done += lanes) {
    std::uint32_t w[4][lanes];
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::uint64_t place = first + done + i;
      w[0][i] = static_cast<std::uint32_t>(place);
      w[1][i] = static_cast<std::uint32_t>(place >> 32U);
      w[2][i] = key.purpose;
      w[3][i] = key.step;
    }
    philox_lanes(w, key.seed);
    const std::size_t n = std::min(lanes, count - done);
    std::uint32_t* const out = words + 4 * done;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 4; ++k) out[4 * i + k] = w[k][i];
  }
}

Rng Rng::undrawn() {
  Rng rng;
  rng.draws_arrays_ = false;
  return rng;
}

std::uint64_t Rng::bits() {
  const std::size_t half = drawn_ % 2;
  if (half == 0) words_ = block(key_, drawn_ / 2);
  ++drawn_;
  return words_[2 * half] | static_cast<std::uint64_t>(words_[2 * half + 1]) << 32U;
}

double Rng::uniform() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

// The middle of one of 2^52 equal cells: never 0 or 1, where the quantile is infinite.
double Rng::normal() {
  return normal_quantile((static_cast<double>(bits() >> 12U) + 0.5) * 0x1p-52);
}

std::uint64_t Rng::below(std::uint64_t n) {
  if (n == 0) throw ValueError("[Rng::below] n must not be 0");
  const std::uint64_t unfair =
      (0 - n) % n;  // 2^64 mod n: draws below it would favour small results
  std::uint64_t x = bits();
  while (x < unfair) x = bits();
  return x % n;
}

std::int64_t Rng::choice(const Array& weights) {
  double total = 0;
  for (const real weight : weights) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw ValueError(
          fmt::format("[Rng::choice] a weight must be finite and not negative, got {}", weight));
    total += static_cast<double>(weight);
  }
  if (total == 0) throw ValueError("[Rng::choice] at least one weight must be above 0");
  double left = uniform() * total;
  std::int64_t chosen = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights.data()[i] == 0) continue;
    chosen = static_cast<std::int64_t>(i);
    left -= static_cast<double>(weights.data()[i]);
    if (left < 0) break;  // rounding may leave some at the last
  }
  return chosen;
}

Array Rng::uniform(const Shape& shape, double low, double high) {
  Array out = Array::from_shape(shape);
  if (!draws_arrays_) return out;
  for (real& x : out) x = static_cast<real>(low + (high - low) * uniform());
  return out;
}

Array Rng::normal(const Shape& shape, double mean, double deviation) {
  Array out = Array::from_shape(shape);
  if (!draws_arrays_) return out;
  for (real& x : out) x = static_cast<real>(mean + deviation * normal());
  return out;
}

Ids Rng::integers(const Shape& shape, std::int64_t low, std::int64_t high) {
  if (high <= low) throw ValueError("[Rng::integers] high must be above low");
  Ids out = Ids::from_shape(shape);
  const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  for (std::int64_t& x : out)
    x = static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + below(span));
  return out;
}

std::vector<std::size_t> Rng::permutation(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

}  // namespace horloge
