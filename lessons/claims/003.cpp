// Notebook 4: requirements, a formula, and a proof.

#include <cmath>
#include <string>

#include "course/claims/finding.h"
#include "horloge/core/linalg.h"
#include "tools.h"
#include "trained.h"

using namespace horloge;
using claims::Finding;

// Claim: faster_training
void faster_training(Finding& found) {
  const std::size_t d = 512;
  for (const std::size_t T : {16, 512, 4096}) {
    const std::size_t recurrent = 2 * T * d * d;
    const std::size_t attention = 4 * T * d * d + 2 * T * T * d;
    found.check(
        attention < recurrent,
        "{:4} words: {:6} million products, a recurrent layer {:4} million", T,
        attention / 1000000, recurrent / 1000000);
    const std::size_t one_after_the_other = 1;
    found.check(one_after_the_other < T,
                "{:4} words: {} round, a recurrent layer {}", T,
                one_after_the_other, T);
  }
}

// Claim: longer_dependencies
void longer_dependencies(Finding& found) {
  Rng rng(1);
  const MultiHeadAttention attention(16, 1, rng);
  const Doubles U = rng.normal({16, 16}, 0, 0.2);
  for (const std::size_t T : {10, 100}) {
    Array x = rng.normal({T, 16}), y = x;
    xt::view(y, 0) = rng.normal({16});  // another first word
    const Array a = attend(attention, x, x, x), b = attend(attention, y, y, y);
    Doubles g = xt::view(x, 0), h = xt::view(y, 0);
    for (std::size_t t = 1; t < T; ++t) {
      g = xt::tanh(xt::linalg::dot(g, U) + xt::view(x, t));
      h = xt::tanh(xt::linalg::dot(h, U) + xt::view(x, t));
    }
    const double across =
        largest_difference(xt::view(a, T - 1), xt::view(b, T - 1));
    found.check(
        across > largest_difference(g, h),
        "{:3} words: the last one changes by {:.3f}, recurrent by {:.3f}", T,
        across, largest_difference(g, h));
  }
}

// Claim: zero_plus_one_nth
void zero_plus_one_nth(Finding& found) {
  const double N = 5;
  std::vector<double> numbers;
  for (int t = 1; t < 4; ++t) numbers.push_back(0 + 1 / N);
  found.check(spread(numbers) > 0, "N = 5: words 1, 2 and 3 all get {:.1f}",
              numbers[0]);
  found.note("t / (N - 1) is meant: 0.25, 0.50, 0.75");
}

// Claim: unknown_length
void unknown_length(Finding& found) {
  std::vector<double> steps;
  for (const double N : {5.0, 50.0, 500.0}) steps.push_back(1 / (N - 1));
  found.check(spread(steps) > 0.1,
              "5, 50 and 500 words: one word on is {:.4f}, {:.4f} or {:.4f}",
              steps[0], steps[1], steps[2]);
  bool read_off = true;
  for (std::size_t i = 0; i < 3; ++i)
    read_off = read_off && std::round(1 + 1 / steps[i]) == 5 * std::pow(10, i);
  found.check(!read_off, "but 1 + 1 / (the number of word 1) is N, each time");
}

// Claim: counting
void counting(Finding& found) {
  const auto right = stored_numbers(
      "05_designing_a_code/results/longer_than_trained.txt", "", "index");
  found.check(right[8] < 50,
              "three words back: {:.0f} % right at 16 words, {:.0f} % at 64",
              right[2], right[8]);
}

// Claim: hard_offsets
void hard_offsets(Finding& found) {
  // The best factor from t to t + 1, and what it leaves of the step of 1.
  double products = 0, squares = 0, left = 0;
  const double N = 1000;
  for (double t = 0; t < N; ++t) products += t * (t + 1), squares += t * t;
  for (double t = 0; t < N; ++t)
    left += std::pow(t + 1 - products / squares * t, 2) / N;
  found.check(std::sqrt(left) > 0.1,
              "the number alone: {:.0f} % of a step are left over",
              100 * std::sqrt(left));
  const Doubles M = {{1, 1}, {0, 1}};  // (t, 1) -> (t + 1, 1)
  double worst = 0;
  for (double t = 0; t < N; ++t)
    worst =
        std::max(worst, largest_difference(xt::linalg::dot(M, Doubles{t, 1}),
                                           Doubles{t + 1, 1}));
  found.check(worst > 0.1, "with a 1 beside it: {:.0f} %", 100 * worst);
}

// Claim: four_requirements
void four_requirements(Finding& found) {
  found.check(nearest_two(10000, 64) > 0,
              "unique: the nearest of 10,000 are {:.2f}",
              nearest_two(10000, 64));
  const double here = distance(code_row(0, 64), code_row(5, 64));
  const double there = distance(code_row(9000, 64), code_row(9005, 64));
  found.check(std::abs(here - there) < 1e-9,
              "the same distance: 5 apart is {:.4f} at 0 and {:.4f} at 9000",
              here, there);
  const double far = right_at(trained_on_16("sinusoidal"), 64);
  found.check(far > 90,
              "longer texts without effort: {:.0f} % at 4 times as many words",
              far);
  found.check(code_rows(100, 64) == code_rows(100, 64), "deterministic");
}

// Claim: lambda
void lambda(Finding& found) {
  for (std::size_t k = 0; k < 4; ++k) {
    const double length = wavelength(k, 8), frequency = 1 / length;
    found.check(
        std::abs(length - frequency) < 1e-9,
        "pair {}: a turn takes {:.1f} positions, one position {:.5f} turns", k,
        length, frequency);
  }
}

// Claim: progression
void progression(Finding& found) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k + 1 < 32; ++k)
    ratios.push_back(wavelength(k + 1, 64) / wavelength(k, 64));
  found.check(spread(ratios) < 1e-9,
              "d = 64: each wave is {:.4f} times the last", ratios[0]);
}

// Claim: up_to_62832
void up_to_62832(Finding& found) {
  for (const std::size_t d : {8, 64, 128, 512}) {
    const double longest = wavelength(d / 2 - 1, d);
    found.check(std::abs(longest - 62832) < 1, "d = {:3}: {:.0f} positions", d,
                longest);
  }
}

// Claim: from_1_to_half
void from_1_to_half(Finding& found) {
  bool has_one = false;
  std::string numbers;
  for (std::size_t k = 1; k <= 4; ++k) {
    has_one = has_one || 1 / divisor(k, 8) == 1;
    numbers += fmt::format(" {:g}", 1 / divisor(k, 8));
  }
  found.check(has_one, "d = 8, k from 1 to d/2:{}", numbers);
  found.note("k from 0 to d/2 - 1: 1 0.1 0.01 0.001");
}

// Claim: flips
void flips(Finding& found) {
  for (const std::size_t last : {8, 16, 1024}) {
    std::size_t of_bit[4] = {0, 0, 0, 0};
    for (std::size_t n = 1; n <= last; ++n)
      for (std::size_t bit = 0; bit < 4; ++bit)
        of_bit[bit] += (n >> bit & 1) != ((n - 1) >> bit & 1);
    found.check(of_bit[0] == 2 * of_bit[1] && of_bit[1] == 2 * of_bit[2],
                "0 to {:4}: the bits change {}, {}, {} and {} times", last,
                of_bit[0], of_bit[1], of_bit[2], of_bit[3]);
  }
}

// Claim: local_and_global
void local_and_global(Finding& found) {
  double fast = 0, all = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    const double part = 2 - 2 * std::cos(1 / divisor(i, 64));
    all += part;
    fast += i < 4 ? part : 0;
  }
  found.check(fast / all > 0.5,
              "neighbours: {:.0f} % of the squared distance by 4 of 32 pairs",
              100 * fast / all);
  const auto at_64 = [](const char* way) {
    return stored_numbers("05_designing_a_code/results/two_remedies.txt", "",
                          way)[8];
  };
  found.check(at_64("as before") > at_64("fast hands only"),
              "a model at 64 words: {:.0f} % right, without slow ones {:.0f} %",
              at_64("as before"), at_64("fast hands only"));
}

// Claim: deterministic
void deterministic(Finding& found) {
  const double twice =
      largest_difference(code_rows(100, 64), code_rows(100, 64));
  found.check(twice == 0, "computed twice, rows differ by {:.0f}", twice);
}

// Claim: growing
void growing(Finding& found) {
  for (const std::size_t d : {8, 64, 512}) {
    std::size_t columns = 0;  // that grow throughout
    for (std::size_t i = 0; i < d / 2; ++i) {
      // The slowest sine turns back at a quarter of its wavelength.
      const double t = std::ceil(wavelength(i, d) / 4);
      columns += code_row(t + 1, d)(2 * i) > code_row(t, d)(2 * i);
    }
    found.check(columns > 0 && nearest_two(100000, d) > 0,
                "d = {:3}: {} of {} sines grow for ever, and no row comes back",
                d, columns, d / 2);
  }
}

// Claim: shift_proves_it
void shift_proves_it(Finding& found) {
  // The code 2^t: a step of k is the linear map 2^k, wherever it starts.
  const double first = std::abs(2 - 1), tenth = std::abs(1024 - 512);
  found.check(
      first == tenth,
      "2^t has a linear shift; neighbours are {:.0f} apart at 0, {:.0f} at 9",
      first, tenth);
  // (t, 1) has one, too: [1 k; 0 1].
  const auto right = stored_numbers(
      "05_designing_a_code/results/longer_than_trained.txt", "", "index");
  found.check(right[8] > 90,
              "(t, 1) has one; after 16 words {:.0f} % are right at 64",
              right[8]);
}

// Claim: second_sine
void second_sine(Finding& found) {
  const double a = 5, b = 3;  // omega 1, t = 5, phi = 3
  const double written =
      std::sin(a) * std::cos(b) + std::cos(a) * std::sin(b) * std::sin(a + b);
  found.check(std::abs(written - std::sin(a + b)) < 1e-9,
              "as written {:.4f}, sin 8 is {:.4f}", written, std::sin(a + b));
}

// Claim: matrix
void matrix(Finding& found) {
  const double c = std::cos(3), s = std::sin(3);  // omega 1, phi = 3
  const Doubles M = {{c, s}, {-s, c}};
  const Doubles at_5 = {std::sin(5), std::cos(5)};
  const Doubles at_8 = {std::sin(8), std::cos(8)},
                moved = xt::linalg::dot(M, at_5);
  found.check(largest_difference(moved, at_8) < 1e-9,
              "M (sin 5, cos 5) = ({:.4f}, {:.4f}) = (sin 8, cos 8)", moved(0),
              moved(1));
}
