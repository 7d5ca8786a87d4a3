// Notebook 3: theory in three parts, a documented class, and its pictures.

#include <algorithm>
#include <cmath>

#include "course/claims/finding.h"
#include "horloge/core/linalg.h"
#include "horloge/nn/position/sinusoidal.h"
#include "tools.h"
#include "trained.h"

using namespace horloge;
using claims::Finding;

// Claim: wo_ai_ni
void wo_ai_ni(Finding& found) {
  Rng rng(1);
  const MultiHeadAttention attention(16, 1, rng);
  const Array me_you = rng.normal({3, 16});  // 我爱你
  const Array you_me = xt::view(me_you, xt::keep(2, 1, 0), xt::all());
  const Array a = attend(attention, me_you, me_you, me_you);
  const Array b = attend(attention, you_me, you_me, you_me);
  const auto apart = [&](std::size_t s, std::size_t t) {
    return largest_difference(xt::view(a, s), xt::view(b, t));
  };
  found.check(apart(0, 0) < 1e-5, "position 0: up to {:.2f} apart",
              apart(0, 0));
  found.check(apart(2, 2) < 1e-5, "position 2: {:.2f}", apart(2, 2));
  found.note("the middle one: {:.0e}; 我 at 0 and at 2: {:.0e}", apart(1, 1),
             apart(0, 2));
}

// Claim: pair_d_half
void pair_d_half(Finding& found) {
  for (const std::size_t d : {64, 128, 512})
    found.check(
        std::abs(wavelength(d / 2 - 1, d) - 2e4 * M_PI) < 1,
        "d = {}: the last pair, {}, has {:.0f}; the next would have {:.0f}", d,
        d / 2 - 1, wavelength(d / 2 - 1, d), wavelength(d / 2, d));
}

// Claim: first_pair
void first_pair(Finding& found) {
  double fast = 0, all = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    const double part = 2 - 2 * std::cos(1 / divisor(i, 64));  // of neighbours
    all += part;
    fast += i < 4 ? part : 0;
  }
  found.check(std::abs(wavelength(0, 64) - 2 * M_PI) < 1e-9,
              "its wavelength is {:.3f}", wavelength(0, 64));
  found.check(
      fast / all > 0.8,
      "the fastest 4 of 32 pairs give {:.0f} % of what neighbours differ",
      100 * fast / all);
}

// Claim: slow_pairs
void slow_pairs(Finding& found) {
  for (const std::size_t offset : {100, 1000, 10000}) {
    double fast = 0, slow = 0;  // a pair, the mean over nearby offsets
    for (std::size_t i = 0; i < 32; ++i)
      for (std::size_t k = offset; k < offset + 100; ++k) {
        const double part = 2 - 2 * std::cos(double(k) / divisor(i, 64));
        (i < 16 ? fast : slow) += part / 1600;
      }
    found.check(slow > fast / 2,
                "{:5} apart: a slow pair gives {:.2f}, a fast one {:.2f}",
                offset, slow, fast);
  }
}

// Claim: continuous_binary
void continuous_binary(Finding& found) {
  std::size_t differ = 0;
  for (std::size_t n = 0; n < 50; ++n)
    for (std::size_t bit = 0; bit < 4; ++bit) {
      const double turn = (double(n) + 0.5) / double(2UL << bit);
      const bool low_half = std::sin(2 * M_PI * turn) < 0;
      differ += low_half != ((n >> bit & 1) == 1);
    }
  found.check(differ == 0,
              "waves of length 2 to 16: of 200 signs {} are not the digit",
              differ);
  for (const std::size_t d : {8, 64, 512})
    found.check(
        std::abs(divisor(1, d) - 2) < 0.1,
        "the code with d = {}: each wave is {:.2f} times the one before", d,
        divisor(1, d));
}

// Claim: extrapolates
void extrapolates(Finding& found) {
  const double near = distance(code_row(0, 64), code_row(3, 64));
  const double far = distance(code_row(100000, 64), code_row(100003, 64));
  found.check(std::abs(near - far) < 1e-9,
              "rows: 3 apart is {:.4f} at 0 and {:.4f} at 100,000", near, far);
  const ThreeBack& model = trained_on_16("sinusoidal");
  const double longer = std::max(right_at(model, 24), right_at(model, 64));
  found.check(longer > 90,
              "a model: {:.0f} % right at its 16 words, at 24 and at 64 less "
              "than {:.0f} %",
              right_at(model, 16), 20 * std::ceil(longer / 20));
}

// Claim: linear_shift
void linear_shift(Finding& found) {
  Rng rng(1);
  double worst = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto t = double(rng.below(5000)), k = double(rng.below(1000));
    const Doubles moved = xt::linalg::dot(shift(k, 64), code_row(t, 64));
    worst = std::max(worst, largest_difference(moved, code_row(t + k, 64)));
  }
  found.check(worst < 1e-9,
              "M(k) PE(t) = PE(t + k) at 1000 random t and k, but for {:.0e}",
              worst);
}

// Claim: relative_learnable
void relative_learnable(Finding& found) {
  const Doubles rows = code_rows(200, 64);
  const Doubles queries = xt::linalg::dot(rows, xt::transpose(shift(-3, 64)));
  const Doubles scores = xt::linalg::dot(queries, xt::transpose(rows));
  const auto said = xt::eval(xt::argmax(scores, 1));
  std::size_t right = 0;
  for (std::size_t t = 3; t < 200; ++t) right += said(t) == t - 3;
  found.check(right == 197,
              "a head with M(-3) by hand: {} of 197 positions look three back",
              right);
  const ThreeBack& model = trained_on_16("sinusoidal");
  found.check(right_at(model, 64) > 90,
              "learned from texts of 16 words: {:.0f} % at 16, {:.0f} % at 64",
              right_at(model, 16), right_at(model, 64));
}

// Claim: log_trick
void log_trick(Finding& found) {
  for (const std::size_t d : {64, 512, 768}) {
    double by_exp = 0, by_power = 0;
    for (std::size_t i = 0; i < d / 2; ++i) {
      const double exact = 1 / divisor(i, d);
      const float slope = float(-std::log(10000.0) / double(d));
      const float a = std::exp(float(2 * i) * slope);
      const float b = 1 / std::pow(10000.F, float(2 * i) / float(d));
      by_exp = std::max(by_exp, std::abs(a / exact - 1));
      by_power = std::max(by_power, std::abs(b / exact - 1));
    }
    found.check(by_exp < by_power,
                "d = {}: off by {:.1f} ten-millionths, by a plain power {:.1f}",
                d, 1e7 * by_exp, 1e7 * by_power);
  }
}

// Claim: picture
void picture(Finding& found) {
  const Doubles rows = code_rows(100, 128);
  std::size_t still = 0;
  for (std::size_t c = 0; c < 128; ++c) {
    const Doubles column = xt::view(rows, xt::all(), c);
    still += xt::amax(column)() - xt::amin(column)() < 0.1;
  }
  const double own = xt::sum(xt::square(xt::view(rows, 50)))();
  const double next = xt::sum(xt::view(rows, 50) * xt::view(rows, 51))();
  found.check(still > 30,
              "sparse on the right: {} columns move by less than 0.1", still);
  found.check(
      next < own && next > 0.9 * own,
      "neighbours alike, not equal: row times next row {:.1f}, itself {:.1f}",
      next, own);
}

// Claim: column_0
void column_0(Finding& found) {
  found.check(std::abs(wavelength(0, 128) - 6) < 0.5, "{:.3f} positions",
              wavelength(0, 128));
}

// Claim: column_100
void column_100(Finding& found) {
  std::size_t last = 0;  // up to where it rises
  while (code_row(double(last + 1), 128)(100) >
         code_row(double(last), 128)(100))
    ++last;
  found.check(wavelength(50, 128) > 100, "its period is {:.0f} positions",
              wavelength(50, 128));
  found.check(last >= 100, "it rises up to position {}", last);
}
