// Notebook 1: what it says of the formula and of the rows that come of it.

#include <cmath>
#include <string>

#include "course/claims/finding.h"
#include "horloge/core/xtensor.h"
#include "horloge/nn/position/sinusoidal.h"
#include "tools.h"

using claims::Finding;

// Claim: base
void base(Finding& found) {
  bool unique = true;
  for (const double b : {7.0, 100.0, 10000.0, 1e6}) {
    const double nearest = nearest_two(10000, 64, b);
    found.note("base {:>7}: the nearest two of 10,000 rows are {:.2f} apart", b,
               nearest);
    unique = unique && nearest > 1;
  }
  found.check(unique, "it is arbitrary: with each base all rows differ");
  found.check(!unique, "it has to be large for long sequences");
}

// Claim: float_table
void float_table(Finding& found) {
  for (const std::size_t T : {1000UL, 100000UL}) {
    const std::size_t d = 64;
    double worst = 0;
    for (std::size_t pos = 0; pos < T; ++pos)
      for (std::size_t i = 0; i < d / 2; ++i) {
        // As the notebook computes it: exp, product and sine in float.
        const float step = -std::log(10000.0) / double(d);
        const float w = std::exp(float(2 * i) * step);
        const double exact = std::sin(double(pos) / divisor(i, d));
        worst = std::max(worst, std::abs(std::sin(float(pos) * w) - exact));
      }
    found.check(worst < 1e-4, "{:6} positions: off by {:.6f} at most", T,
                worst);
  }
}

// Claim: position_3
void position_3(Finding& found) {
  // sin and cos of 3, 0.3, 0.03 and 0.003: the formula with d = 8.
  const Doubles by_hand = {std::sin(3),    std::cos(3),   std::sin(.3),
                           std::cos(.3),   std::sin(.03), std::cos(.03),
                           std::sin(.003), std::cos(.003)};
  const horloge::Array row = xt::view(horloge::sinusoidal_table(10, 8), 3);
  std::string numbers;
  for (const double x : row) numbers += fmt::format(" {:.4f}", x);
  found.note("row 3:{}", numbers);
  found.check(largest_difference(row, by_hand) < 1e-6,
              "it is the formula, entry by entry");
}

// Claim: divisors
void divisors(Finding& found) {
  double right = 1, worst = 0;
  for (std::size_t i = 0; i < 4; ++i, right *= 10) {
    found.note("pair {}: 10000^{:.2f} = {:.0f}", i, 2.0 * double(i) / 8,
               divisor(i, 8));
    worst = std::max(worst, std::abs(divisor(i, 8) - right));
  }
  found.check(worst < 1e-9, "they are 1, 10, 100 and 1000");
}

// Claim: fast_and_slow
void fast_and_slow(Finding& found) {
  double fast = 0, slow = 0;
  for (std::size_t pos = 0; pos < 100; ++pos) {
    const Doubles step =
        code_row(double(pos + 1), 8) - code_row(double(pos), 8);
    fast = std::max(fast, std::abs(step(0)));
    slow = std::max(slow, std::abs(step(6)));
  }
  found.check(
      fast > 0.5 && slow < 0.01,
      "a position on, column 0 moves by up to {:.2f}, column 6 by {:.3f}", fast,
      slow);
}

// Claim: circle
void circle(Finding& found) {
  std::vector<double> radii, turns;
  for (std::size_t pos = 0; pos < 1000; ++pos) {
    const Doubles now = code_row(double(pos), 8);
    const Doubles next = code_row(double(pos + 1), 8);
    for (std::size_t c = 0; c < 8; c += 2)
      radii.push_back(std::hypot(now(c), now(c + 1)));
    // The cosine of the angle between a hand and itself, one position on.
    turns.push_back(std::acos(now(0) * next(0) + now(1) * next(1)));
  }
  found.check(std::abs(radii[0] - 1) + spread(radii) < 1e-9,
              "each pair is 1 from the centre, at 1000 positions");
  found.check(spread(turns) < 1e-9,
              "the first turns by {:.1f} degrees a position, always",
              turns[0] * 180 / M_PI);
}

// Claim: clock_hands
void clock_hands(Finding& found) {
  found.note("a clock: 60 between seconds and minutes, 12 to the hours' hand");
  for (const std::size_t d : {8, 64, 512}) {
    const double factor = divisor(1, d);
    found.check(factor >= 10, "d = {}: {} hands, each {:.3f} times as slow", d,
                d / 2, factor);
  }
}

// Claim: unique
void unique(Finding& found) {
  for (const std::size_t d : {8, 64}) {
    const double nearest = nearest_two(100000, d);
    found.check(nearest > 0,
                "d = {}: the nearest two of 100,000 are {:.4f} apart", d,
                nearest);
  }
}

// Claim: no_multiples
void no_multiples(Finding& found) {
  const double times = wavelength(1, 8) / wavelength(0, 8);
  const double nearest = nearest_two(100000, 8);
  // If that were the reason, periods that are multiples would come back.
  found.check(
      nearest == 0,
      "d = 8: each is {:.0f} times the one before, and no row comes back",
      times);
  const bool meet = 12 % 4 == 0 && 12 % 6 == 0;
  found.check(!meet,
              "hands of periods 4 and 6, no multiples: both are back after 12");
}

// Claim: divisor_range
void divisor_range(Finding& found) {
  for (const std::size_t d : {8, 64, 128, 512}) {
    const double top = divisor(d / 2 - 1, d);
    found.check(top > 9000, "d = {}: from 1 to {:.0f}", d, top);
  }
}

// Claim: more_steps
void more_steps(Finding& found) {
  const double few = divisor(1, 64), many = divisor(1, 512);
  const double low = divisor(31, 64), high = divisor(255, 512);
  found.check(many < few, "32 steps of {:.3f} each, or 256 of {:.3f}", few,
              many);
  found.check(high / low < 1.5, "the last divisor is {:.0f}, or {:.0f}", low,
              high);
}

// Claim: bounded
void bounded(Finding& found) {
  const double most = xt::amax(xt::abs(code_rows(2000, 64)))();
  found.check(most <= 1, "2000 x 64: none is larger than {:.4f}", most);
}

// Claim: neighbours
void neighbours(Finding& found) {
  std::vector<double> distances;
  for (std::size_t pos = 0; pos + 1 < 1000; ++pos)
    distances.push_back(
        distance(code_row(double(pos), 64), code_row(double(pos + 1), 64)));
  found.check(spread(distances) < 1e-9,
              "all 999 distances are {:.4f}, but for {:.1e}", distances[0],
              spread(distances));
}

// Claim: mainly_the_offset
void mainly_the_offset(Finding& found) {
  for (const double k : {1.0, 10.0, 100.0}) {
    std::vector<double> distances;
    for (std::size_t pos = 0; pos < 900; ++pos)
      distances.push_back(
          distance(code_row(double(pos), 64), code_row(double(pos) + k, 64)));
    const bool on_position_too = spread(distances) > 1e-9;
    found.check(on_position_too,
                "k = {}: {:.4f} from any position, but for {:.1e}", k,
                distances[0], spread(distances));
  }
}

// Claim: heat_map
void heat_map(Finding& found) {
  const auto range = [](std::size_t column) {
    std::vector<double> values;
    for (std::size_t t = 0; t < 100; ++t)
      values.push_back(code_row(double(t), 64)(column));
    return spread(values);
  };
  found.check(range(0) > 1.9, "column 0: {:.1f} turns in 100 positions",
              100 / wavelength(0, 64));
  found.check(range(62) < 0.1, "column 62: {:.3f} turns, it moves by {:.4f}",
              100 / wavelength(31, 64), range(62));
}
