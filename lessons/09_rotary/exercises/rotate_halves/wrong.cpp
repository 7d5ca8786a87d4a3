#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// How a row is turned; a mistake changes one of these.
struct Way {
  std::function<double(double j, double R, double base)> omega =
      [](double j, double R, double base) {
        return std::pow(base, -2 * j / R);
      };
  std::function<double(double m, std::size_t t)> place =
      [](double m, std::size_t) { return m; };
  // Pair j of a head of K columns.
  std::function<std::size_t(std::size_t j, std::size_t R, std::size_t K)>
      first = [](std::size_t j, std::size_t, std::size_t) { return j; };
  std::function<std::size_t(std::size_t j, std::size_t R, std::size_t K)>
      second =
          [](std::size_t j, std::size_t R, std::size_t) { return j + R / 2; };
  double sin_in_first = -1, sin_in_second = 1;
  bool overwritten = false, swapped = false, adds = false, rounded = false;
  bool zeros_first = false, refuses_odd = true, refuses_more = true;

  Array run(const Array& x, const Ids& positions, std::size_t R,
            double base) const {
    const std::size_t K = x.shape(1);
    if (refuses_odd && R % 2 != 0) throw ValueError("odd");
    if (refuses_more && R > K) throw ValueError("more than K");
    const std::size_t turning = std::min(R, K);
    Array y = zeros_first ? Array(zeros(x.shape())) : x;
    for (std::size_t t = 0; t < x.shape(0); ++t)
      for (std::size_t j = 0; j < turning / 2; ++j) {
        const std::size_t a = first(j, turning, K), b = second(j, turning, K);
        double angle = place(double(positions(t)), t) *
                       omega(double(j), double(turning), base);
        if (rounded) angle = double(float(angle));
        double c = std::cos(angle), s = std::sin(angle);
        if (swapped) std::swap(c, s);
        const double old = x(t, a);
        const double ya = c * old + sin_in_first * s * x(t, b);
        const double yb =
            sin_in_second * s * (overwritten ? ya : old) + c * x(t, b);
        y(t, a) = adds ? y(t, a) + ya : ya;
        y(t, b) = adds ? y(t, b) + yb : yb;
      }
    return y;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
Array with(const Array& x, const Ids& positions, std::size_t R, double base) {
  Way way;
  mistake(way);
  return way.run(x, positions, R, base);
}

void neighbours(Way& w) {
  w.first = [](std::size_t j, std::size_t, std::size_t) { return 2 * j; };
  w.second = [](std::size_t j, std::size_t, std::size_t) { return 2 * j + 1; };
}

void half_of_the_head(Way& w) {
  w.second = [](std::size_t j, std::size_t, std::size_t K) {
    return j + K / 2;
  };
}

void last_columns(Way& w) {
  w.first = [](std::size_t j, std::size_t R, std::size_t K) {
    return K - R + j;
  };
  w.second = [](std::size_t j, std::size_t R, std::size_t K) {
    return K - R / 2 + j;
  };
}

void mirrored(Way& w) {
  w.second = [](std::size_t j, std::size_t R, std::size_t) {
    return R - 1 - j;
  };
}

void turned_back(Way& w) { w.sin_in_first = 1, w.sin_in_second = -1; }

void no_minus(Way& w) { w.sin_in_first = 1; }

void both_minus(Way& w) { w.sin_in_second = -1; }

void overwritten(Way& w) { w.overwritten = true; }

void swapped(Way& w) { w.swapped = true; }

void added_up(Way& w) { w.adds = true; }

void rest_lost(Way& w) { w.zeros_first = true; }

void in_float(Way& w) { w.rounded = true; }

void not_turned(Way& w) {
  w.place = [](double, std::size_t) { return 0.0; };
}

void by_row_number(Way& w) {
  w.place = [](double, std::size_t t) { return double(t); };
}

void starts_at_1(Way& w) {
  w.place = [](double m, std::size_t) { return m + 1; };
}

void degrees(Way& w) {
  w.place = [](double m, std::size_t) { return m * std::acos(-1.0) / 180; };
}

void one_frequency(Way& w) {
  w.omega = [](double, double, double) { return 1.0; };
}

void j_over_r(Way& w) {
  w.omega = [](double j, double R, double base) {
    return std::pow(base, -j / R);
  };
}

void twice_too_slow(Way& w) {
  w.omega = [](double j, double R, double base) {
    return std::pow(base, -4 * j / R);
  };
}

void exponent_sign(Way& w) {
  w.omega = [](double j, double R, double base) {
    return std::pow(base, 2 * j / R);
  };
}

void unsigned_minus(Way& w) {
  w.omega = [](double j, double R, double base) {
    return std::pow(base, double(-2 * std::size_t(j)) / R);
  };
}

void counts_from_1(Way& w) {
  w.omega = [](double j, double R, double base) {
    return std::pow(base, -2 * (j + 1) / R);
  };
}

void fixed_base(Way& w) {
  w.omega = [](double j, double R, double) {
    return std::pow(10000, -2 * j / R);
  };
}

void odd_accepted(Way& w) { w.refuses_odd = false; }

void more_accepted(Way& w) { w.refuses_more = false; }

// The frequencies of the whole head.
Array of_k(const Array& x, const Ids& positions, std::size_t R, double base) {
  Way way;
  const auto K = double(x.shape(1));
  way.omega = [K](double j, double, double b) {
    return std::pow(b, -2 * j / K);
  };
  return way.run(x, positions, R, base);
}

Array whole_head(const Array& x, const Ids& positions, std::size_t R,
                 double base) {
  if (R % 2 != 0 || R > x.shape(1)) throw ValueError("no");
  return Way().run(x, positions, x.shape(1) / 2 * 2, base);
}

// Angles in the order 0, 0, 1, 1, … beside halves.
Array each_twice(const Array& x, const Ids& positions, std::size_t R,
                 double base) {
  if (R % 2 != 0 || R > x.shape(1)) throw ValueError("no");
  Array y = x;
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t c = 0; c < R; ++c) {
      const double angle =
          double(positions(t)) * std::pow(base, -2 * double(c / 2) / double(R));
      const double partner = c < R / 2 ? -x(t, c + R / 2) : x(t, c - R / 2);
      y(t, c) = x(t, c) * std::cos(angle) + partner * std::sin(angle);
    }
  return y;
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"neighbours",
       "you turn neighbours, (2j, 2j + 1), as the lesson and Meta's LLaMA do; "
       "here the pairs are (j, j + R/2)",
       {with<neighbours>}},
      {"half-of-the-head",
       "your partners are K/2 apart; only R columns turn, so it is R/2",
       {with<half_of_the_head>}},
      {"last-columns",
       "the last columns turn; it is the first rotary_dim of them",
       {with<last_columns>}},
      {"mirrored",
       "you pair the first column with the last, (j, R - 1 - j); it is "
       "(j, j + R/2)",
       {with<mirrored>}},
      {"whole-head",
       "the whole head turns; only its first rotary_dim columns should",
       {whole_head}},
      {"frequencies-of-k",
       "your frequencies are those of K columns; they are those of the R that "
       "turn: the exponent is -2j / R",
       {of_k}},
      {"each-twice",
       "your angles stand in the order 0, 0, 1, 1, …, as for neighbours "
       "(repeat in place of concatenate); in halves they are 0, 1, …, 0, 1, …",
       {each_twice}},
      {"turned-back",
       "you turn the wrong way: the minus stands in the first half",
       {with<turned_back>}},
      {"no-minus",
       "a minus is missing: the first half is a cos - b sin",
       {with<no_minus>}},
      {"both-minus",
       "both halves have a minus; the second is a sin + b cos",
       {with<both_minus>}},
      {"overwritten",
       "you write the new first number over the old one and then make the "
       "second of it: both need the *old* one. Keep it in a variable, or write "
       "into another array",
       {with<overwritten>}},
      {"swapped",
       "sine and cosine are swapped; at position 0 every row should stay as it "
       "is",
       {with<swapped>}},
      {"added-up",
       "you add the turned numbers to the old ones (+= where = is meant)",
       {with<added_up>}},
      {"rest-lost",
       "the columns from rotary_dim on are zero; they pass through as they are",
       {with<rest_lost>}},
      {"not-turned",
       "your rows stay as they are, whatever their position",
       {with<not_turned>}},
      {"by-row-number",
       "you turn row t by t; it stands at positions(t)",
       {with<by_row_number>}},
      {"starts-at-1",
       "you count positions from 1; at position 0 nothing turns",
       {with<starts_at_1>}},
      {"degrees",
       "you turn by degrees; a frequency is in radians, and std::sin takes "
       "radians",
       {with<degrees>}},
      {"one-frequency",
       "all pairs turn alike; each has a frequency of its own: where whole "
       "numbers are divided in 2 * j / R, the fraction is lost",
       {with<one_frequency>}},
      {"j-over-r",
       "your exponent is j / R; the formula has 2j / R, which is j / (R/2)",
       {with<j_over_r>}},
      {"twice-too-slow",
       "the 2 of 2j is counted twice: your exponent is 4j / R",
       {with<twice_too_slow>}},
      {"exponent-sign",
       "your frequencies grow from pair to pair: the exponent is negative",
       {with<exponent_sign>}},
      {"unsigned-minus",
       "-2 * j of an unsigned j is no negative number but a huge one, and the "
       "power is infinite. Write -2.0 * double(j)",
       {with<unsigned_minus>}},
      {"counts-from-1",
       "you count j from 1; the first pair is j = 0, with a frequency of 1",
       {with<counts_from_1>}},
      {"fixed-base",
       "your base is always 10000; it is given",
       {with<fixed_base>}},
      {"in-float",
       "your angles are computed in float: at position 100,000 seven digits "
       "are not enough. Use real or double throughout",
       {with<in_float>}},
      {"odd-accepted",
       "an odd rotary_dim is accepted; then one column has no partner",
       {with<odd_accepted>}},
      {"more-accepted",
       "a rotary_dim of more than K is accepted; there are only K columns",
       {with<more_accepted>}},
  };
  return all;
}
