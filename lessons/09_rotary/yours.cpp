// What the exercises ask for. The lesson calls these functions; with --mine it
// calls the learner's own.

#include "yours.h"

#include <algorithm>
#include <cmath>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"

using horloge::Array;
using horloge::Ids;
using horloge::real;
using horloge::ValueError;

Array rotate_halves(const Array& x, const Ids& positions,
                    std::size_t rotary_dim, double base) {
  const std::size_t T = x.shape(0), K = x.shape(1), half = rotary_dim / 2;
  if (rotary_dim % 2 != 0 || rotary_dim > K)
    throw ValueError("[rotate_halves] rotary_dim must be even, and at most K");
  Array y = x;
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < half; ++j) {
      const double omega = std::pow(base, -double(j) / double(half));
      const double angle = double(positions(t)) * omega;
      const double c = std::cos(angle), s = std::sin(angle);
      y(t, j) = real(c * x(t, j) - s * x(t, j + half));
      y(t, j + half) = real(s * x(t, j) + c * x(t, j + half));
    }
  return y;
}

// Row i of each head of the result is row from(i, K) of that head in w.
static Array reordered(const Array& w, std::size_t num_heads,
                       std::size_t (*from)(std::size_t i, std::size_t K)) {
  const std::size_t rows = w.shape(0);
  if (num_heads == 0 || rows % (2 * num_heads) != 0)
    throw ValueError("[to_halves] each head needs an even number of rows");
  const std::size_t K = rows / num_heads, columns = w.size() / rows;
  Array y = w;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t row = r / K * K + from(r % K, K);
    std::copy_n(w.data() + row * columns, columns, y.data() + r * columns);
  }
  return y;
}

Array to_halves(const Array& w, std::size_t num_heads) {
  return reordered(w, num_heads, [](std::size_t i, std::size_t K) {
    return i < K / 2 ? 2 * i : 2 * (i - K / 2) + 1;
  });
}

Array to_interleaved(const Array& w, std::size_t num_heads) {
  return reordered(w, num_heads, [](std::size_t i, std::size_t K) {
    return i % 2 == 0 ? i / 2 : K / 2 + i / 2;
  });
}

HeadBiases look_back(std::size_t offset, std::size_t K, std::size_t seq_len,
                     double weight) {
  if (K % 2 != 0 || offset >= seq_len || !(weight > 0 && weight < 1))
    throw ValueError(
        "[look_back] K must be even, offset less than seq_len, and weight "
        "between 0 and 1");
  const auto omega = [K](std::size_t j) {
    return std::pow(10000, -2 * double(j) / double(K));
  };
  double gap =
      2 * double(K);  // from the peak to the next best position, of ones
  for (std::size_t away = 1; away < 2 * seq_len; ++away) {
    double below = 0;
    for (std::size_t j = 0; j < K / 2; ++j)
      below += 2 - 2 * std::cos(double(away) * omega(j));
    gap = std::min(gap, below);
  }
  const double needed = std::log(double(seq_len) / (1 - weight));
  const double gain = std::sqrt(needed * std::sqrt(double(K)) / gap);
  HeadBiases head{real(gain) * horloge::ones({K}), horloge::zeros({K})};
  for (std::size_t j = 0; j < K / 2; ++j) {
    const double c = std::cos(double(offset) * omega(j));
    const double s = std::sin(double(offset) * omega(j));
    head.k(2 * j) = real(gain * (c - s));
    head.k(2 * j + 1) = real(gain * (s + c));
  }
  return head;
}

RotaryGradients rotary_backward(const Array& x, const Ids& positions,
                                const Array& omega, const Array& dy) {
  RotaryGradients d{dy, horloge::zeros(omega.shape())};
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < omega.size(); ++j) {
      const auto place = double(positions(t));
      const double c = std::cos(place * double(omega(j)));
      const double s = std::sin(place * double(omega(j)));
      const double xa = x(t, 2 * j), xb = x(t, 2 * j + 1);
      const double da = dy(t, 2 * j), db = dy(t, 2 * j + 1);
      d.x(t, 2 * j) = real(c * da + s * db);
      d.x(t, 2 * j + 1) = real(c * db - s * da);
      const double ya = c * xa - s * xb, yb = s * xa + c * xb;
      d.omega(j) += real(place * (db * ya - da * yb));
    }
  return d;
}

Array interpolated(std::size_t K, const Stretch& how) {
  if (K % 2 != 0) throw ValueError("[interpolated] K must be even");
  Array omega = Array::from_shape({K / 2});
  for (std::size_t j = 0; j < K / 2; ++j)
    omega(j) =
        real(std::pow(how.base, -2 * double(j) / double(K)) / how.factor);
  return omega;
}

Array ntk_aware(std::size_t K, const Stretch& how) {
  if (K == 2)
    throw ValueError("[ntk_aware] K must be 4 or more: pair 0 never changes");
  Stretch larger;
  larger.base = how.base * std::pow(how.factor, double(K) / (double(K) - 2));
  return interpolated(K, larger);
}

Array by_parts(std::size_t K, const Stretch& how) {
  Stretch as_it_was;
  as_it_was.base = how.base;
  Array omega = interpolated(K, as_it_was);
  for (real& w : omega) {
    const double turns = how.trained * double(w) / (2 * std::acos(-1.0));
    const double kept = std::clamp(
        (turns - how.slow_turns) / (how.fast_turns - how.slow_turns), 0.0, 1.0);
    w = real(double(w) * (kept + (1 - kept) / how.factor));
  }
  return omega;
}
