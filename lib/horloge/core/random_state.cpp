#include "horloge/core/random_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "horloge/core/error.h"

// This file is compiled without contraction of a * b + c: NumPy has none either.

namespace horloge {
namespace {

// NumPy's seeding by one number is that of the standard library's engine.
std::mt19937 seeded(std::uint64_t seed) {
  if (seed > std::numeric_limits<std::uint32_t>::max())
    throw ValueError(
        fmt::format("[RandomState] the seed must be between 0 and 2^32 - 1, got {}", seed));
  return std::mt19937(static_cast<std::uint32_t>(seed));
}

void check_width(double low, double high) {
  if (!std::isfinite(high - low))
    throw ValueError(
        fmt::format("[RandomState::uniform] high - low must be finite: {} to {}", low, high));
}

void check_deviation(double deviation) {
  if (std::signbit(deviation) || std::isnan(deviation))
    throw ValueError(fmt::format(
        "[RandomState::normal] the standard deviation must not be negative, got {}", deviation));
}

template <class Draw>
Array filled(const Shape& shape, Draw draw) {
  Array out = Array::from_shape(shape);
  for (real& x : out) x = static_cast<real>(draw());
  return out;
}

}  // namespace

RandomState::RandomState(std::uint64_t seed) : twister_(seeded(seed)) {}

double RandomState::random_sample() {
  const auto high = static_cast<double>(word() >> 5U);  // 27 bits
  const auto low = static_cast<double>(word() >> 6U);   // 26 bits
  return (high * 0x1p26 + low) * 0x1p-53;
}

Array RandomState::random_sample(const Shape& shape) {
  return filled(shape, [this] { return random_sample(); });
}

double RandomState::uniform(double low, double high) {
  check_width(low, high);
  return low + (high - low) * random_sample();
}

Array RandomState::uniform(double low, double high, const Shape& shape) {
  check_width(low, high);
  return filled(shape, [&] { return uniform(low, high); });
}

// A point in the unit disc gives two normal numbers. The second one is returned first.
double RandomState::randn() {
  if (second_normal_) return *std::exchange(second_normal_, std::nullopt);
  double x = 0;
  double y = 0;
  double r2 = 0;
  do {
    x = 2 * random_sample() - 1;
    y = 2 * random_sample() - 1;
    r2 = x * x + y * y;
  } while (r2 >= 1 || r2 == 0);
  const double scale = std::sqrt(-2 * std::log(r2) / r2);
  second_normal_ = scale * x;
  return scale * y;
}

Array RandomState::randn(const Shape& shape) {
  return filled(shape, [this] { return randn(); });
}

double RandomState::normal(double mean, double deviation) {
  check_deviation(deviation);
  return mean + deviation * randn();
}

Array RandomState::normal(double mean, double deviation, const Shape& shape) {
  check_deviation(deviation);
  return filled(shape, [&] { return normal(mean, deviation); });
}

// Uniform in 0 … largest: as many low bits as `largest` has, drawn until they are in range.
std::uint64_t RandomState::up_to(std::uint64_t largest) {
  if (largest == 0) return 0;
  std::uint64_t mask = largest;
  for (const unsigned shift : {1U, 2U, 4U, 8U, 16U, 32U}) mask |= mask >> shift;
  const bool in_one_word = largest <= std::numeric_limits<std::uint32_t>::max();
  std::uint64_t x = 0;
  do {
    x = word();
    if (!in_one_word) x = x << 32U | word();
    x &= mask;
  } while (x > largest);
  return x;
}

std::int64_t RandomState::randint(std::int64_t low, std::int64_t high) {
  if (low >= high)
    throw ValueError(
        fmt::format("[RandomState::randint] low must be below high, got {} and {}", low, high));
  // Unsigned, because high - low may be more than the largest signed number.
  const std::uint64_t first = static_cast<std::uint64_t>(low);
  return static_cast<std::int64_t>(first + up_to(static_cast<std::uint64_t>(high) - first - 1));
}

Ids RandomState::randint(std::int64_t low, std::int64_t high, const Shape& shape) {
  Ids out = Ids::from_shape(shape);
  for (std::int64_t& x : out) x = randint(low, high);
  return out;
}

std::vector<std::size_t> RandomState::permutation(std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[up_to(i - 1)]);
  return order;
}

template <class T>
void RandomState::shuffle_entries(T& x) {
  if (x.dimension() == 0)
    throw ShapeError("[RandomState::shuffle] x (N, …) needs an axis to shuffle, got ()");
  const std::size_t n = x.shape(0);
  const std::size_t size = n == 0 ? 0 : x.size() / n;
  const auto entry = [&](std::size_t i) { return x.data() + i * size; };
  for (std::size_t i = n; i > 1; --i) {
    const std::size_t j = up_to(i - 1);
    if (j != i - 1) std::swap_ranges(entry(j), entry(j) + size, entry(i - 1));
  }
}

void RandomState::shuffle(Array& x) { shuffle_entries(x); }
void RandomState::shuffle(Ids& x) { shuffle_entries(x); }

}  // namespace horloge
