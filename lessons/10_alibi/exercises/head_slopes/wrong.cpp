#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// How slopes are made; a mistake takes the place of a step.
struct Way {
  // The power of two whose ladder comes first.
  std::function<std::size_t(std::size_t H)> power = [](std::size_t H) {
    std::size_t P = 1;
    while (2 * P <= H) P *= 2;
    return P;
  };
  // How far down the ladder of P a head stands, from 0 to 1: those of the
  // ladder, h = 0, 1, …, and those after it, n = 0, 1, …
  std::function<double(double h, double P)> first = [](double h, double P) {
    return (h + 1) / P;
  };
  std::function<double(double n, double P)> more = [](double n, double P) {
    return (2 * n + 1) / (2 * P);
  };
  std::function<double(double depth, double max_bias)> slope =
      [](double depth, double max_bias) {
        return std::exp2(-max_bias * depth);
      };
  bool refuses_none = true;

  Array run(std::size_t H, double max_bias) const {
    if (H == 0 && refuses_none) throw ValueError("no heads");
    const std::size_t P = power(H);
    Array slopes = zeros({H});
    for (std::size_t h = 0; h < H; ++h)
      slopes(h) = slope(
          h < P ? first(double(h), double(P)) : more(double(h - P), double(P)),
          max_bias);
    return slopes;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Array with(std::size_t H, double max_bias) {
  Way way;
  mistake(way);
  return way.run(H, max_bias);
}

void one_ladder(Way& w) {
  w.power = [](std::size_t H) { return H; };
}

void next_larger(Way& w) {
  w.power = [](std::size_t H) {
    std::size_t P = 1;
    while (P < H) P *= 2;
    return P;
  };
}

void power_strictly_smaller(Way& w) {
  w.power = [](std::size_t H) {
    std::size_t P = 1;
    while (2 * P < H) P *= 2;
    return P;
  };
}

void counts_from_0(Way& w) {
  w.first = [](double h, double P) { return h / P; };
}

void equal_steps(Way& w) {
  w.slope = [](double depth, double max_bias) {
    return 1 - depth * (1 - std::exp2(-max_bias));
  };
}

void always_8(Way& w) {
  w.slope = [](double depth, double) { return std::exp2(-8 * depth); };
}

void base_e(Way& w) {
  w.slope = [](double depth, double max_bias) {
    return std::exp(-max_bias * depth);
  };
}

void growing(Way& w) {
  w.slope = [](double depth, double max_bias) {
    return std::exp2(max_bias * depth);
  };
}

void negative(Way& w) {
  w.slope = [](double depth, double max_bias) {
    return -std::exp2(-max_bias * depth);
  };
}

void exponents(Way& w) {
  w.slope = [](double depth, double max_bias) { return max_bias * depth; };
}

void squared(Way& w) {
  w.slope = [](double depth, double max_bias) {
    return std::pow(max_bias * depth, -2);
  };
}

void one_slope(Way& w) {
  w.slope = [](double, double max_bias) { return std::exp2(-max_bias); };
}

void whole_numbers(Way& w) {
  w.first = [](double h, double P) { return std::floor((h + 1) / P); };
  w.more = [](double n, double P) { return std::floor((2 * n + 1) / (2 * P)); };
}

void in_float(Way& w) {
  w.slope = [](double depth, double max_bias) {
    return double(std::exp2(float(-max_bias * depth)));
  };
}

void ladder_again(Way& w) {
  w.more = [](double n, double P) { return (n + 1) / P; };
}

void not_every_second(Way& w) {
  w.more = [](double n, double P) { return (n + 1) / (2 * P); };
}

void from_the_flat_end(Way& w) {
  w.more = [](double n, double P) { return 1 - (2 * n + 1) / (2 * P); };
}

void more_of_p(Way& w) {
  w.more = [](double n, double P) { return (2 * n + 1) / P; };
}

void none_accepted(Way& w) { w.refuses_none = false; }

Array sorted(std::size_t H, double max_bias) {
  Array slopes = Way().run(H, max_bias);
  std::sort(slopes.begin(), slopes.end(), std::greater<>());
  return slopes;
}

Array flattest_first(std::size_t H, double max_bias) {
  Array slopes = Way().run(H, max_bias);
  std::sort(slopes.begin(), slopes.end());
  return slopes;
}

Array between_first(std::size_t H, double max_bias) {
  const Array slopes = Way().run(H, max_bias);
  const std::size_t P = Way().power(H);
  Array y = slopes;
  std::rotate_copy(slopes.begin(), slopes.begin() + std::ptrdiff_t(P),
                   slopes.end(), y.begin());
  return y;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"one-ladder",
       "you make one ladder for any number of heads; where it is not a power "
       "of two, the ladder of the next smaller power comes first",
       {with<one_ladder>}},
      {"next-larger",
       "you take the first slopes of the next larger power's ladder; the next "
       "smaller one comes first, whole",
       {with<next_larger>}},
      {"power-strictly-smaller",
       "a power of two is taken apart, too; 8 heads have the ladder of 8",
       {with<power_strictly_smaller>}},
      {"counts-from-0",
       "your first slope is 1; heads count from 1 in the exponent",
       {with<counts_from_0>}},
      {"equal-steps",
       "your slopes fall by equal steps; each is the one before *times* the "
       "same number",
       {with<equal_steps>}},
      {"always-8",
       "your ladder always ends at 2^-8; its end is 2^-max_bias",
       {with<always_8>}},
      {"base-e",
       "you take powers of e; they are powers of 2, std::exp2",
       {with<base_e>}},
      {"growing",
       "your slopes grow: the exponent is negative",
       {with<growing>}},
      {"negative",
       "your slopes are negative; they are positive numbers, and the bias has "
       "the minus",
       {with<negative>}},
      {"exponents",
       "you return the exponents; 2 to the power of minus them is the slope",
       {with<exponents>}},
      {"squared",
       "base and exponent are swapped: you raise to the power of -2, and not 2 "
       "to a power",
       {with<squared>}},
      {"one-slope", "all your heads have the same slope", {with<one_slope>}},
      {"whole-numbers",
       "your exponent divides whole numbers by whole numbers, which cuts the "
       "fraction off. Write double(h)",
       {with<whole_numbers>}},
      {"in-float",
       "your slopes are computed in float; use real or double throughout",
       {with<in_float>}},
      {"ladder-again",
       "after the ladder you begin it again; the missing slopes lie between "
       "its rungs",
       {with<ladder_again>}},
      {"not-every-second",
       "of the larger ladder you take one slope after the other; it is every "
       "second one, for the others you have already",
       {with<not_every_second>}},
      {"from-the-flat-end",
       "you take the missing slopes from the flat end of the larger ladder; "
       "they come from its steep one",
       {with<from_the_flat_end>}},
      {"more-of-p",
       "the missing slopes are every second one of the ladder of P heads; they "
       "come from that of 2 P",
       {with<more_of_p>}},
      {"sorted",
       "your slopes are sorted; those of the smaller ladder come first, then "
       "the others",
       {sorted}},
      {"flattest-first",
       "your flattest slope comes first; the steepest does",
       {flattest_first}},
      {"between-first",
       "the slopes from the larger ladder come first; they come last",
       {between_first}},
      {"none-accepted", "no heads at all are accepted", {with<none_accepted>}},
  };
  return all;
}
