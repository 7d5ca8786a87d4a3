#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

using Frequency = std::function<double(double i, double d, double base)>;

// Each row n has the position `position(n)`.
Array rows(const Ids& positions, std::size_t d_model, double base,
           const Frequency& frequency,
           const std::function<double(std::size_t)>& position) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  const std::size_t half = d_model / 2;
  Array y = zeros({positions.size(), d_model});
  for (std::size_t n = 0; n < positions.size(); ++n)
    for (std::size_t i = 0; i < half; ++i) {
      const double angle =
          position(n) * frequency(double(i), double(d_model), base);
      y(n, i) = std::sin(angle);
      y(n, half + i) = std::cos(angle);
    }
  return y;
}

Array of_frequency(const Ids& positions, std::size_t d_model, double base,
                   const Frequency& frequency) {
  return rows(positions, d_model, base, frequency,
              [&](std::size_t n) { return double(positions(n)); });
}

double usual(double i, double d, double base) {
  return std::pow(base, -2 * i / d);
}

Array right(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base, usual);
}

Array interleaved(const Ids& positions, std::size_t d_model, double base) {
  const Array y = right(positions, d_model, base);
  Array out = zeros(y.shape());
  for (std::size_t n = 0; n < positions.size(); ++n)
    for (std::size_t j = 0; j < d_model; ++j)
      out(n, j) = y(n, j / 2 + (j % 2 == 0 ? 0 : d_model / 2));
  return out;
}

Array cosines_first(const Ids& positions, std::size_t d_model, double base) {
  const Array y = right(positions, d_model, base);
  return xt::roll(y, static_cast<std::ptrdiff_t>(d_model / 2), 1);
}

Array counted_rows(const Ids& positions, std::size_t d_model, double base) {
  return rows(positions, d_model, base, usual,
              [](std::size_t n) { return double(n); });
}

Array starts_at_1(const Ids& positions, std::size_t d_model, double base) {
  return rows(positions, d_model, base, usual,
              [&](std::size_t n) { return double(positions(n)) + 1; });
}

Array base_hard_coded(const Ids& positions, std::size_t d_model, double) {
  return right(positions, d_model, 10000);
}

Array exponent_i_over_d(const Ids& positions, std::size_t d_model,
                        double base) {
  return of_frequency(
      positions, d_model, base,
      [](double i, double d, double b) { return std::pow(b, -i / d); });
}

Array twice_too_fast(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(
      positions, d_model, base,
      [](double i, double d, double b) { return std::pow(b, -4 * i / d); });
}

Array exponent_sign(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(
      positions, d_model, base,
      [](double i, double d, double b) { return std::pow(b, 2 * i / d); });
}

Array integer_division(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        return std::pow(b, -std::floor(2 * i / d));
                      });
}

// base ^ 0, bit by bit.
Array exclusive_or(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        const int exponent = static_cast<int>(2 * i / d);
                        return 1.0 / (static_cast<int>(b) ^ exponent);
                      });
}

Array unsigned_minus(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(
      positions, d_model, base, [](double i, double d, double b) {
        const double huge = i == 0 ? 0 : 18446744073709551616.0 - 2 * i;
        return std::exp(huge * std::log(b) / d);
      });
}

Array common_logarithm(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        return std::exp(-2 * i * std::log10(b) / d);
                      });
}

Array binary_logarithm(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        return std::exp(-2 * i * std::log2(b) / d);
                      });
}

Array last_is_the_base(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        return std::pow(b, -i / (d / 2 - 1));
                      });
}

Array from_1(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(
      positions, d_model, base,
      [](double i, double d, double b) { return usual(i + 1, d, b); });
}

Array column_for_i(const Ids& positions, std::size_t d_model, double base) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  Array y = zeros({positions.size(), d_model});
  for (std::size_t n = 0; n < positions.size(); ++n)
    for (std::size_t j = 0; j < d_model; ++j) {
      const double angle =
          double(positions(n)) * usual(double(j), double(d_model), base);
      y(n, j) = 2 * j < d_model ? std::sin(angle) : std::cos(angle);
    }
  return y;
}

Array degrees(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        return usual(i, d, b) * std::acos(-1.0) / 180;
                      });
}

Array float_frequency(const Ids& positions, std::size_t d_model, double base) {
  return of_frequency(positions, d_model, base,
                      [](double i, double d, double b) {
                        return double(static_cast<float>(usual(i, d, b)));
                      });
}

Array float_angle(const Ids& positions, std::size_t d_model, double base) {
  if (d_model % 2 != 0) throw ValueError("d_model must be even");
  const std::size_t half = d_model / 2;
  Array y = zeros({positions.size(), d_model});
  for (std::size_t n = 0; n < positions.size(); ++n)
    for (std::size_t i = 0; i < half; ++i) {
      const auto omega =
          static_cast<float>(usual(double(i), double(d_model), base));
      const float angle = static_cast<float>(positions(n)) * omega;
      y(n, i) = std::sin(angle);
      y(n, half + i) = std::cos(angle);
    }
  return y;
}

Array sines_only(const Ids& positions, std::size_t d_model, double base) {
  Array y = right(positions, d_model, base);
  const std::size_t half = d_model / 2;
  xt::view(y, xt::all(), xt::range(half, d_model)) =
      Array(xt::view(y, xt::all(), xt::range(0, half)));
  return y;
}

Array last_pair_left_out(const Ids& positions, std::size_t d_model,
                         double base) {
  Array y = right(positions, d_model, base);
  if (d_model > 0)
    for (std::size_t n = 0; n < positions.size(); ++n)
      y(n, d_model / 2 - 1) = y(n, d_model - 1) = 0;
  return y;
}

Array odd_accepted(const Ids& positions, std::size_t d_model, double base) {
  if (d_model % 2 == 0) return right(positions, d_model, base);
  const Array wider = right(positions, d_model + 1, base);
  return xt::view(wider, xt::all(), xt::range(0, d_model));
}

Array reversed_half(const Ids& positions, std::size_t d_model, double base) {
  const Array y = right(positions, d_model, base);
  Array out = y;
  const std::size_t half = d_model / 2;
  for (std::size_t n = 0; n < positions.size(); ++n)
    for (std::size_t i = 0; i < half; ++i)
      out(n, d_model - 1 - i) = y(n, half + i);
  return out;
}

Array transposed(const Ids& positions, std::size_t d_model, double base) {
  return xt::transpose(right(positions, d_model, base));
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"interleaved",
       "your sines and cosines alternate, as in the paper; here all sines "
       "come first",
       {interleaved}},
      {"cosines-first",
       "your cosines stand before your sines",
       {cosines_first}},
      {"counted-rows",
       "your rows belong to positions 0, 1, 2, …; row n belongs to "
       "positions(n)",
       {counted_rows}},
      {"starts-at-1",
       "your rows are one position too far: position 0 has the angle 0",
       {starts_at_1}},
      {"base-hard-coded",
       "your base is always 10000; it is an argument here",
       {base_hard_coded}},
      {"exponent-i-over-d",
       "your exponent is i / d_model; the formula has 2i / d_model",
       {exponent_i_over_d}},
      {"twice-too-fast",
       "the 2 of 2i is counted twice (0, 2, 4, … are the values of 2i, not of "
       "i), or you divide by half of d_model",
       {twice_too_fast}},
      {"exponent-sign",
       "your frequencies grow with i: a minus sign is missing in the exponent",
       {exponent_sign}},
      {"integer-division",
       "all your frequencies are 1, as they are where 2 * i / d_model is a "
       "division of whole numbers, which gives 0; write 2.0 * double(i) / "
       "double(d_model)",
       {integer_division}},
      {"exclusive-or",
       "^ is no power in C++ but an exclusive or, bit by bit; use std::exp, as "
       "in the formula, or std::pow",
       {exclusive_or}},
      {"unsigned-minus",
       "-2 * i of an unsigned i is not negative but a huge number; make i a "
       "double first",
       {unsigned_minus}},
      {"common-logarithm",
       "you took the logarithm to base 10; exp goes with the natural one, "
       "std::log",
       {common_logarithm}},
      {"binary-logarithm",
       "you took the logarithm to base 2; exp goes with the natural one, "
       "std::log",
       {binary_logarithm}},
      {"last-is-the-base",
       "you divide by d_model / 2 - 1, so that the last divisor is the base "
       "itself, as tensor2tensor and fairseq do; here it is d_model / 2",
       {last_is_the_base}},
      {"from-1", "you count i from 1; the first pair is i = 0", {from_1}},
      {"column-for-i",
       "you take the number of the column for i, so that a cosine has another "
       "frequency than its sine; column D/2 + i belongs to pair i",
       {column_for_i}},
      {"degrees",
       "your angles are taken for degrees; std::sin wants radians, which they "
       "are already",
       {degrees}},
      {"float-frequency",
       "your frequencies are floats; at position 100,000 seven digits are not "
       "enough: compute them in double",
       {float_frequency}},
      {"float-angle",
       "your angles are floats; at position 100,000 seven digits are not "
       "enough: compute them in double",
       {float_angle}},
      {"sines-only",
       "your second half holds sines, too; it holds the cosines",
       {sines_only}},
      {"last-pair-left-out",
       "the last pair stays 0: i runs up to D/2 - 1",
       {last_pair_left_out}},
      {"reversed-half",
       "your cosines stand in the opposite order of your sines: column D/2 + "
       "i goes with column i",
       {reversed_half}},
      {"transposed",
       "your rows are columns: the result is (N, D), a row for each position",
       {transposed}},
      {"odd-accepted",
       "an odd d_model is accepted; then the last sine has no cosine",
       {odd_accepted}},
  };
  return all;
}
