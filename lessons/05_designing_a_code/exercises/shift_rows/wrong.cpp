#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

struct Block {
  double sin_sin, sin_cos;  // of the new sine: what of the sine, of the cosine
  double cos_sin, cos_cos;
};

Block rotation(double angle) {
  return {std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle)};
}

using Frequency = std::function<double(double i, double d)>;
using MakeBlock = std::function<Block(double angle)>;

double right(double i, double d) { return std::pow(10000, -2 * i / d); }

void refuse_odd(const Array& rows) {
  if (rows.shape(1) % 2 != 0) throw ValueError("D must be even");
}

Array turned(const Array& rows, double k, const Frequency& frequency = right,
             const MakeBlock& block = rotation) {
  refuse_odd(rows);
  const std::size_t T = rows.shape(0), D = rows.shape(1);
  Array moved = zeros({T, D});
  for (std::size_t i = 0; i < D / 2; ++i) {
    const Block b = block(k * frequency(double(i), double(D)));
    for (std::size_t t = 0; t < T; ++t) {
      const double s = rows(t, 2 * i), c = rows(t, 2 * i + 1);
      moved(t, 2 * i) = b.sin_sin * s + b.sin_cos * c;
      moved(t, 2 * i + 1) = b.cos_sin * s + b.cos_cos * c;
    }
  }
  return moved;
}

Array of_block(const Array& rows, double k, Block (*block)(double angle)) {
  return turned(rows, k, right, block);
}

Array turned_back(const Array& rows, double k) { return turned(rows, -k); }

Array no_minus(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), std::sin(a), std::sin(a), std::cos(a)};
  });
}

Array both_minus(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), -std::sin(a), -std::sin(a), std::cos(a)};
  });
}

Array swapped(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::sin(a), std::cos(a), -std::cos(a), std::sin(a)};
  });
}

Array cosine_upside_down(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), std::sin(a), std::sin(a), -std::cos(a)};
  });
}

Array sines_missing(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), 0, 0, std::cos(a)};
  });
}

Array cosine_kept(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    return Block{std::cos(a), std::sin(a), 0, 1};
  });
}

Array overwritten(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    const double c = std::cos(a), s = std::sin(a);
    return Block{c, s, -s * c, c - s * s};  // of the new sine, not the old one
  });
}

Array one_frequency(const Array& rows, double k) {
  return turned(rows, k, [](double, double) { return 1.0; });
}

Array i_over_d(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(10000, -i / d); });
}

Array twice_too_slow(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(10000, -4 * i / d); });
}

Array exponent_sign(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(10000, 2 * i / d); });
}

Array to_the_last(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    return d == 2 ? 1 : std::pow(10000, -2 * i / (d - 2));
  });
}

Array unsigned_minus(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    const double huge = double(-2 * std::size_t(i));  // 2^64 - 2i
    return std::pow(10000, huge / d);
  });
}

Array power_by_caret(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    return 1 / double(10000 ^ (2 * std::size_t(i) / std::size_t(d)));
  });
}

Array float_power(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) {
    return 1 / double(std::pow(10000.0F, 2 * float(i) / float(d)));
  });
}

Array base_1000(const Array& rows, double k) {
  return turned(rows, k,
                [](double i, double d) { return std::pow(1000, -2 * i / d); });
}

Array counts_from_1(const Array& rows, double k) {
  return turned(rows, k, [](double i, double d) { return right(i + 1, d); });
}

Array times_2_pi(const Array& rows, double k) {
  return turned(rows, 2 * std::acos(-1.0) * k);
}

Array degrees(const Array& rows, double k) {
  return turned(rows, k * std::acos(-1.0) / 180);
}

Array whole_steps(const Array& rows, double k) {
  return turned(rows, std::trunc(k));
}

Array forward_only(const Array& rows, double k) {
  return turned(rows, std::abs(k));
}

Array identity(const Array& rows, double) { return turned(rows, 0); }

Array one_step(const Array& rows, double) { return turned(rows, 1); }

Array own_frequencies(const Array& rows, double k) {
  refuse_odd(rows);
  const std::size_t D = rows.shape(1);
  Array moved = turned(rows, k);
  for (std::size_t j = 1; j < D; j += 2) {
    const double angle = k * std::pow(10000, -double(j) / double(D));
    for (std::size_t t = 0; t < rows.shape(0); ++t)
      moved(t, j) =
          -std::sin(angle) * rows(t, j - 1) + std::cos(angle) * rows(t, j);
  }
  return moved;
}

Array halves(const Array& rows, double k) {
  refuse_odd(rows);
  const std::size_t half = rows.shape(1) / 2;
  Array moved = zeros(rows.shape());
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t i = 0; i < half; ++i) {
      const Block b = rotation(k * right(double(i), 2 * double(half)));
      const double s = rows(t, i), c = rows(t, half + i);
      moved(t, i) = b.sin_sin * s + b.sin_cos * c;
      moved(t, half + i) = b.cos_sin * s + b.cos_cos * c;
    }
  return moved;
}

Array half_way(const Array& rows, double k) {
  Array moved = turned(rows, k);
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = rows.shape(1) / 2 + 1; j < rows.shape(1); ++j)
      moved(t, j) = 0;
  return moved;
}

Array last_pair_left(const Array& rows, double k) {
  Array moved = turned(rows, k);
  const std::size_t D = rows.shape(1);
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (const std::size_t j : {D - 2, D - 1}) moved(t, j) = rows(t, j);
  return moved;
}

Array last_pair_zero(const Array& rows, double k) {
  Array moved = turned(rows, k);
  const std::size_t D = rows.shape(1);
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    moved(t, D - 2) = moved(t, D - 1) = 0;
  return moved;
}

Array first_row_only(const Array& rows, double k) {
  Array moved = turned(rows, k);
  for (std::size_t t = 1; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j < rows.shape(1); ++j) moved(t, j) = rows(t, j);
  return moved;
}

Array by_row_number(const Array& rows, double k) {
  refuse_odd(rows);
  Array moved = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t) {
    const Array row = xt::view(rows, xt::range(t, t + 1));
    const Array there = turned(row, k + double(t));
    for (std::size_t j = 0; j < rows.shape(1); ++j) moved(t, j) = there(0, j);
  }
  return moved;
}

Array from_position_0(const Array& rows, double k) {
  Array code = zeros(rows.shape());
  for (std::size_t j = 1; j < rows.shape(1); j += 2)
    for (std::size_t t = 0; t < rows.shape(0); ++t) code(t, j) = 1;  // row 0
  return by_row_number(code, k);
}

Array length_lost(const Array& rows, double k) {
  refuse_odd(rows);
  Array unit = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j < rows.shape(1); j += 2) {
      const double length = std::hypot(rows(t, j), rows(t, j + 1));
      unit(t, j) /= length;
      unit(t, j + 1) /= length;
    }
  return turned(unit, k);
}

Array adds_the_code(const Array& rows, double k) {
  refuse_odd(rows);
  Array moved = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j < rows.shape(1); j += 2) {
      const double angle = k * right(double(j) / 2, double(rows.shape(1)));
      moved(t, j) += std::sin(angle);
      moved(t, j + 1) += std::cos(angle);
    }
  return moved;
}

Array rolled(const Array& rows, double k) {
  refuse_odd(rows);
  const auto T = static_cast<std::ptrdiff_t>(rows.shape(0));
  Array moved = rows;
  for (std::ptrdiff_t t = 0; t < T; ++t) {
    const auto from = ((t + std::llround(k)) % T + T) % T;
    for (std::size_t j = 0; j < rows.shape(1); ++j) moved(t, j) = rows(from, j);
  }
  return moved;
}

Array transposed(const Array& rows, double k) {
  return xt::transpose(turned(rows, k));
}

Array added_up(const Array& rows, double k) { return rows + turned(rows, k); }

Array odd_accepted(const Array& rows, double k) {
  if (rows.shape(1) % 2 == 0) return turned(rows, k);
  Array moved = rows;
  for (std::size_t t = 0; t < rows.shape(0); ++t)
    for (std::size_t j = 0; j + 1 < rows.shape(1); j += 2) {
      const Block b = rotation(k * right(double(j) / 2, double(rows.shape(1))));
      moved(t, j) = b.sin_sin * rows(t, j) + b.sin_cos * rows(t, j + 1);
      moved(t, j + 1) = b.cos_sin * rows(t, j) + b.cos_cos * rows(t, j + 1);
    }
  return moved;
}

Array in_float(const Array& rows, double k) {
  return of_block(rows, k, [](double a) { return rotation(double(float(a))); });
}

Array float_functions(const Array& rows, double k) {
  return of_block(rows, k, [](double a) {
    const float c = std::cos(float(a)), s = std::sin(float(a));
    return Block{c, s, -s, c};
  });
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"turned-back",
       "you turn the wrong way: to pos - k. The minus stands at the other sine",
       {turned_back}},
      {"no-minus",
       "a minus is missing: in cos(a + b) the product of the two sines is "
       "subtracted",
       {no_minus}},
      {"both-minus",
       "both sines have a minus; in sin(a + b) nothing is subtracted",
       {both_minus}},
      {"swapped",
       "sines and cosines of the angle are swapped; for k = 0 your function "
       "should leave every row as it is",
       {swapped}},
      {"cosine-upside-down",
       "your new cosine has the wrong sign: cos(a + b) is cos(a) cos(b) less "
       "sin(a) sin(b)",
       {cosine_upside_down}},
      {"sines-missing",
       "the sines of the angle are missing: a new sine is made of the old sine "
       "and the old cosine",
       {sines_missing}},
      {"cosine-kept",
       "only the sines move; the cosines have to be moved on, too",
       {cosine_kept}},
      {"overwritten",
       "you write the new sine over the old one and then make the new cosine "
       "of it: both need the *old* sine. Keep it in a variable, or write into "
       "another array",
       {overwritten}},
      {"one-frequency",
       "all pairs turn by k; each has a frequency of its own. (In 2 * i / D "
       "whole numbers are divided, and the fraction is lost.)",
       {one_frequency}},
      {"own-frequencies",
       "the cosine of a pair has another frequency than its sine: both, at 2i "
       "and 2i + 1, share the exponent 2i / D",
       {own_frequencies}},
      {"i-over-d",
       "your exponent is i / D; the formula has 2i / D",
       {i_over_d}},
      {"twice-too-slow",
       "the 2 of 2i is counted twice: 0, 2, 4, … are the values of 2i, not of "
       "i",
       {twice_too_slow}},
      {"exponent-sign",
       "your angles grow from pair to pair: k is divided by the power, not "
       "multiplied by it",
       {exponent_sign}},
      {"to-the-last",
       "you divide by D - 2, so that the last pair gets 10000 itself, as some "
       "libraries do; here the exponent is 2i / D",
       {to_the_last}},
      {"unsigned-minus",
       "-2 * i of an unsigned i is no negative number but a huge one, and the "
       "power is infinite. Write -2.0 * double(i)",
       {unsigned_minus}},
      {"power-by-caret",
       "10000 ^ x is no power in C++ but an exclusive or of whole numbers. "
       "Write std::pow(10000, x)",
       {power_by_caret}},
      {"float-power",
       "the power is computed in float, with seven digits. Use real or double "
       "throughout",
       {float_power}},
      {"base-1000", "your base is 1000; the paper's is 10000", {base_1000}},
      {"counts-from-1",
       "you count i from 1; the first pair is i = 0, with a frequency of 1",
       {counts_from_1}},
      {"times-2-pi",
       "you multiply by 2 pi; the frequencies are in radians per word already",
       {times_2_pi}},
      {"degrees",
       "you turn by k degrees; a hand moves on by radians, and std::sin takes "
       "radians",
       {degrees}},
      {"whole-steps",
       "k is cut down to a whole number; parts of a step are allowed",
       {whole_steps}},
      {"forward-only",
       "the sign of k gets lost; a negative k moves back",
       {forward_only}},
      {"identity",
       "your rows stay where they are, whatever k says",
       {identity}},
      {"one-step",
       "your rows move on by one position, whatever k says",
       {one_step}},
      {"halves",
       "you take the sines from the first half of a row and the cosines from "
       "the second; here they alternate, at 2i and 2i + 1",
       {halves}},
      {"half-way",
       "you stop half way: a row has D / 2 pairs, each two numbers wide",
       {half_way}},
      {"last-pair-left",
       "the last pair is not turned: the loop ends one pair too early",
       {last_pair_left}},
      {"last-pair-zero",
       "the last pair is zero: the loop ends one pair too early",
       {last_pair_zero}},
      {"first-row-only",
       "only the first row is moved; all rows move by the same k",
       {first_row_only}},
      {"by-row-number",
       "you turn row t by t + k; each row is somewhere already and only has to "
       "go k further",
       {by_row_number}},
      {"from-position-0",
       "you make the code of the positions k, k + 1, … anew; the rows that you "
       "get may stand anywhere, and hold anything",
       {from_position_0}},
      {"length-lost",
       "you make each pair one long: an angle remembers no length. A turn "
       "keeps the length that a pair has",
       {length_lost}},
      {"adds-the-code",
       "you add the code of k to the rows; sines of a sum are not the sum of "
       "sines",
       {adds_the_code}},
      {"rolled",
       "you take the row that stands k rows further down. It is not there for "
       "the last rows, nor for a k of 0.25; compute it from the row itself",
       {rolled}},
      {"transposed",
       "your result is (D, T); what comes in as (T, D) goes out as (T, D)",
       {transposed}},
      {"added-up",
       "you add the turned rows to the old ones (+= where = is meant, or a "
       "copy that was not emptied)",
       {added_up}},
      {"odd-accepted",
       "an odd D is accepted; then the last sine has no cosine",
       {odd_accepted}},
      {"in-float",
       "your angles are computed in float: for a shift by 100,000 seven digits "
       "are not enough. Use real or double throughout",
       {in_float}},
      {"float-functions",
       "sine and cosine are computed in float, with seven digits. Use real or "
       "double throughout",
       {float_functions}},
  };
  return all;
}
