#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Frequency = std::function<double(double i, double d)>;
using Part = std::function<double(double angle)>;

double right(double i, double d) { return std::pow(10000, -2 * i / d); }

double chord_squared(double angle) { return 2 - 2 * std::cos(angle); }

// What all pairs add up to.
double sum(std::size_t offset, std::size_t d_model, const Part& part,
           const Frequency& frequency = right) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  double all = 0;
  for (std::size_t i = 0; i < d_model / 2; ++i)
    all += part(double(offset) * frequency(double(i), double(d_model)));
  return all;
}

double with_frequency(std::size_t offset, std::size_t d_model,
                      const Frequency& frequency) {
  return std::sqrt(sum(offset, d_model, chord_squared, frequency));
}

double with_part(std::size_t offset, std::size_t d_model, const Part& part) {
  return std::sqrt(sum(offset, d_model, part));
}

double squared(std::size_t offset, std::size_t d_model) {
  return sum(offset, d_model, chord_squared);
}

double no_factor_2(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model, [](double a) { return 1 - std::cos(a); });
}

double mean_of_pairs(std::size_t offset, std::size_t d_model) {
  return std::sqrt(squared(offset, d_model) / double(d_model / 2));
}

double mean_of_dimensions(std::size_t offset, std::size_t d_model) {
  return std::sqrt(squared(offset, d_model) / double(d_model));
}

double one_frequency(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double, double) { return 1.0; });
}

double first_pair_only(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model,
                        [](double i, double) { return i == 0 ? 1.0 : 0.0; });
}

double steps_of_neighbours(std::size_t offset, std::size_t d_model) {
  return double(offset) * with_part(1, d_model, chord_squared);
}

double angles(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model, [](double a) { return a * a; });
}

double plus(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return 2 + 2 * std::cos(a); });
}

double every_column(std::size_t offset, std::size_t d_model) {
  double all = squared(offset, d_model);
  for (std::size_t i = 0; i < d_model / 2; ++i)
    all +=
        chord_squared(double(offset) * right(double(i) + 0.5, double(d_model)));
  return std::sqrt(all);
}

double dot_product(std::size_t offset, std::size_t d_model) {
  return sum(offset, d_model, [](double a) { return std::cos(a); });
}

double cosine(std::size_t offset, std::size_t d_model) {
  return dot_product(offset, d_model) / double(d_model / 2);
}

double sum_of_chords(std::size_t offset, std::size_t d_model) {
  return sum(offset, d_model,
             [](double a) { return std::sqrt(chord_squared(a)); });
}

double sum_of_differences(std::size_t offset, std::size_t d_model) {
  return sum(offset, d_model, [](double a) {
    return std::abs(std::sin(a)) + std::abs(std::cos(a) - 1);
  });
}

double largest(std::size_t offset, std::size_t d_model) {
  double most = 0;
  sum(offset, d_model, [&](double a) {
    return most = std::max(most, std::sqrt(chord_squared(a)));
  });
  return most;
}

double sines_only(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return std::pow(std::sin(a), 2); });
}

double half_angle_lost(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return std::pow(2 * std::sin(a), 2); });
}

double each_pair_twice(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return 2 * chord_squared(a); });
}

double i_over_d(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return std::pow(10000, -i / d);
  });
}

double twice_too_slow(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return std::pow(10000, -4 * i / d);
  });
}

double exponent_sign(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return std::pow(10000, 2 * i / d);
  });
}

double unsigned_minus(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    const double huge = double(-2 * std::size_t(i));  // 2^64 - 2i
    return std::pow(10000, huge / d);
  });
}

double power_by_caret(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return 1 / double(10000 ^ (2 * std::size_t(i) / std::size_t(d)));
  });
}

double base_1000(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return std::pow(1000, -2 * i / d);
  });
}

double degrees(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return right(i, d) * std::acos(-1.0) / 180;
  });
}

double from_1(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model,
                        [](double i, double d) { return right(i + 1, d); });
}

double cosines_only(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return std::pow(std::cos(a) - 1, 2); });
}

double to_the_last(std::size_t offset, std::size_t d_model) {
  return with_frequency(offset, d_model, [](double i, double d) {
    return d == 2 ? 1 : std::pow(10000, -2 * i / (d - 2));
  });
}

double angle_in_float(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return chord_squared(double(float(a))); });
}

double cosine_in_float(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model,
                   [](double a) { return double(2 - 2 * std::cos(float(a))); });
}

double in_16_bits(std::size_t offset, std::size_t d_model) {
  return with_part(offset % 65536, d_model, chord_squared);
}

double in_an_int(std::size_t offset, std::size_t d_model) {
  return with_part(std::size_t(std::abs(double(int(std::uint32_t(offset))))),
                   d_model, chord_squared);
}

double rough_turn(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model, [](double a) {
    return chord_squared(std::fmod(a, 6.2832));
  });
}

double up_to_the_first_turn(std::size_t offset, std::size_t d_model) {
  return with_part(offset, d_model, [](double a) {
    return chord_squared(std::min(a, std::acos(-1.0)));
  });
}

double odd_accepted(std::size_t offset, std::size_t d_model) {
  if (d_model % 2 == 0) return with_part(offset, d_model, chord_squared);
  double all = 0;
  for (std::size_t i = 0; 2 * i < d_model; ++i)
    all += chord_squared(double(offset) * right(double(i), double(d_model)));
  return std::sqrt(all);
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"squared",
       "you give the square of the distance; the root is missing",
       {squared}},
      {"no-factor-2",
       "a factor is missing: multiplied out, the product of the two sines "
       "comes twice, and so do the cosines and the 1",
       {no_factor_2}},
      {"mean-of-pairs",
       "you take the mean over the pairs; a distance takes the sum",
       {mean_of_pairs}},
      {"mean-of-dimensions",
       "you take the mean over the dimensions; a distance takes the sum",
       {mean_of_dimensions}},
      {"one-frequency",
       "all pairs turn by the offset itself; each has a frequency of its own. "
       "(In 2 * i / d_model whole numbers are divided, and the fraction is "
       "lost.)",
       {one_frequency}},
      {"first-pair-only",
       "only the first pair is counted; the distance is made of all of them",
       {first_pair_only}},
      {"steps-of-neighbours",
       "you multiply the distance of neighbours by the offset. The codes do "
       "not stand on a straight line: each hand goes round in a circle",
       {steps_of_neighbours}},
      {"angles",
       "you measure along the circle: the angle in place of the straight way "
       "between two points. Then a whole turn would be far away, and it is "
       "no way at all",
       {angles}},
      {"plus",
       "the cosine is added; in (x - y)^2 the product of x and y is "
       "subtracted. For offset 0 the distance must be 0",
       {plus}},
      {"dot-product",
       "this is the dot product of the two codes: large for those that are "
       "alike. A distance is 0 for these",
       {dot_product}},
      {"cosine",
       "this is the cosine of the two codes: 1 for those that are alike. A "
       "distance is 0 for these",
       {cosine}},
      {"sum-of-chords",
       "you take the root of each pair and add the roots; the squares are "
       "added first, and the root comes last",
       {sum_of_chords}},
      {"sum-of-differences",
       "you add the differences without squaring them; that depends on where "
       "one starts, which the usual distance does not",
       {sum_of_differences}},
      {"largest",
       "you give the distance in the pair that differs most; all pairs count",
       {largest}},
      {"sines-only",
       "you compare row 0 with row `offset` by their sines and leave the "
       "cosines out",
       {sines_only}},
      {"half-angle-lost",
       "you use the length of a chord, which is right, but it is twice the "
       "sine of *half* the angle",
       {half_angle_lost}},
      {"each-pair-twice",
       "your distance is too large by the root of 2: 2 - 2 cos is the share of "
       "a "
       "whole pair, of its sine and its cosine together",
       {each_pair_twice}},
      {"i-over-d",
       "your exponent is i / d_model; the formula has 2i / d_model",
       {i_over_d}},
      {"twice-too-slow",
       "the 2 of 2i is counted twice: 0, 2, 4, … are the values of 2i, not of "
       "i",
       {twice_too_slow}},
      {"every-column",
       "you go from column to column: each has a frequency of its own, and odd "
       "exponents come in between. The two columns of a pair share one",
       {every_column}},
      {"exponent-sign",
       "your frequencies grow from pair to pair; w_i is one over the power",
       {exponent_sign}},
      {"unsigned-minus",
       "-2 * i of an unsigned i is no negative number but a huge one, and the "
       "power is infinite. Write -2.0 * double(i)",
       {unsigned_minus}},
      {"power-by-caret",
       "10000 ^ x is no power in C++ but an exclusive or of whole numbers. "
       "Write std::pow(10000, x)",
       {power_by_caret}},
      {"base-1000", "your base is 1000; the paper's is 10000", {base_1000}},
      {"degrees",
       "you take the angles for degrees; a hand moves on by radians, and "
       "std::cos takes radians",
       {degrees}},
      {"from-1",
       "you count i from 1; the first pair is i = 0, with w = 1",
       {from_1}},
      {"cosines-only",
       "you compare row 0 with row `offset` by their cosines and leave the "
       "sines out",
       {cosines_only}},
      {"to-the-last",
       "you divide by d_model - 2, so that the last pair gets 10000 itself, as "
       "some libraries do; here the exponent is 2i / d_model",
       {to_the_last}},
      {"angle-in-float",
       "your angles are computed in float, with seven digits. Use double "
       "throughout",
       {angle_in_float}},
      {"cosine-in-float",
       "the cosine is computed in float, with seven digits. Use double "
       "throughout",
       {cosine_in_float}},
      {"in-16-bits",
       "the offset is kept in 16 bits, which end at 65535. Use std::size_t or "
       "double",
       {in_16_bits}},
      {"in-an-int",
       "the offset is kept in an int, which ends at 2,147,483,647. Use "
       "std::size_t or double",
       {in_an_int}},
      {"rough-turn",
       "you take whole turns away first, of 6.2832: that is too long by "
       "0.00001 "
       "each time. std::cos takes angles of any size",
       {rough_turn}},
      {"up-to-half-a-turn",
       "a hand stops after half a turn; it comes round again, and the distance "
       "gets smaller",
       {up_to_the_first_turn}},
      {"odd-accepted",
       "an odd d_model is accepted; then the last sine has no cosine",
       {odd_accepted}},
  };
  return all;
}
