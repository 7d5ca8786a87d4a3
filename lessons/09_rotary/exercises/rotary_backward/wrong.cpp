#include <cmath>
#include <functional>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// One pair of one row; a mistake takes the place of a step.
struct Pair {
  double xa, xb, da, db, c, s, place;

  double ya() const { return c * xa - s * xb; }
  double yb() const { return s * xa + c * xb; }
};

struct Way {
  std::function<double(double place, std::size_t t)> place =
      [](double m, std::size_t) { return m; };
  std::function<std::size_t(std::size_t j, std::size_t pairs)> first =
      [](std::size_t j, std::size_t) { return 2 * j; };
  std::function<std::size_t(std::size_t j, std::size_t pairs)> second =
      [](std::size_t j, std::size_t) { return 2 * j + 1; };
  std::function<double(const Pair&)> dxa = [](const Pair& p) {
    return p.c * p.da + p.s * p.db;
  };
  std::function<double(const Pair&)> dxb = [](const Pair& p) {
    return p.c * p.db - p.s * p.da;
  };
  std::function<double(const Pair&)> domega = [](const Pair& p) {
    return p.place * (p.db * p.ya() - p.da * p.yb());
  };
  bool last_row_only = false, mean = false, refuses = true, rounded = false;
  bool adds = false;

  RotaryGradients run(const Array& x, const Ids& positions, const Array& omega,
                      const Array& dy) const {
    const std::size_t pairs = std::min(omega.size(), x.shape(1) / 2);
    if (refuses && x.shape(1) != 2 * omega.size()) throw ShapeError("no");
    RotaryGradients d{adds ? dy : Array(zeros(x.shape())),
                      zeros({omega.size()})};
    for (std::size_t t = 0; t < x.shape(0); ++t)
      for (std::size_t j = 0; j < pairs; ++j) {
        const std::size_t a = first(j, pairs), b = second(j, pairs);
        const double m = place(double(positions(t)), t);
        double angle = m * omega(j);
        if (rounded) angle = double(float(angle));
        const Pair p{x(t, a),         x(t, b),         dy(t, a), dy(t, b),
                     std::cos(angle), std::sin(angle), m};
        d.x(t, a) += dxa(p);
        d.x(t, b) += dxb(p);
        const double more = mean ? domega(p) / double(x.shape(0)) : domega(p);
        d.omega(j) = last_row_only ? more : d.omega(j) + more;
      }
    return d;
  }
};

using Mistake = void (*)(Way&);

template <Mistake mistake>
RotaryGradients with(const Array& x, const Ids& positions, const Array& omega,
                     const Array& dy) {
  Way way;
  mistake(way);
  return way.run(x, positions, omega, dy);
}

void turned_forward(Way& w) {
  w.dxa = [](const Pair& p) { return p.c * p.da - p.s * p.db; };
  w.dxb = [](const Pair& p) { return p.s * p.da + p.c * p.db; };
}

void no_minus(Way& w) {
  w.dxb = [](const Pair& p) { return p.c * p.db + p.s * p.da; };
}

void cosines_only(Way& w) {
  w.dxa = [](const Pair& p) { return p.c * p.da; };
  w.dxb = [](const Pair& p) { return p.c * p.db; };
}

void not_turned(Way& w) {
  w.dxa = [](const Pair& p) { return p.da; };
  w.dxb = [](const Pair& p) { return p.db; };
}

void of_x(Way& w) {
  w.dxa = [](const Pair& p) { return p.c * p.xa + p.s * p.xb; };
  w.dxb = [](const Pair& p) { return p.c * p.xb - p.s * p.xa; };
}

void overwritten(Way& w) {
  w.dxb = [](const Pair& p) {
    return p.c * p.db - p.s * (p.c * p.da + p.s * p.db);
  };
}

void swapped(Way& w) {
  w.dxa = [](const Pair& p) { return p.s * p.da + p.c * p.db; };
  w.dxb = [](const Pair& p) { return p.s * p.db - p.c * p.da; };
}

void added_to_dy(Way& w) { w.adds = true; }

void sign_of_domega(Way& w) {
  w.domega = [](const Pair& p) {
    return p.place * (p.da * p.yb() - p.db * p.ya());
  };
}

void no_place(Way& w) {
  w.domega = [](const Pair& p) { return p.db * p.ya() - p.da * p.yb(); };
}

void of_unturned(Way& w) {
  w.domega = [](const Pair& p) {
    return p.place * (p.db * p.xa - p.da * p.xb);
  };
}

void sum_of_both(Way& w) {
  w.domega = [](const Pair& p) {
    return p.place * (p.db * p.ya() + p.da * p.yb());
  };
}

void of_y(Way& w) {
  w.domega = [](const Pair& p) {
    return p.place * (p.da * p.ya() + p.db * p.yb());
  };
}

void first_only(Way& w) {
  w.domega = [](const Pair& p) { return -p.place * p.da * p.yb(); };
}

void second_only(Way& w) {
  w.domega = [](const Pair& p) { return p.place * p.db * p.ya(); };
}

void no_domega(Way& w) {
  w.domega = [](const Pair&) { return 0.0; };
}

void last_row_only(Way& w) { w.last_row_only = true; }

void mean(Way& w) { w.mean = true; }

void by_row_number(Way& w) {
  w.place = [](double, std::size_t t) { return double(t); };
}

void starts_at_1(Way& w) {
  w.place = [](double m, std::size_t) { return m + 1; };
}

void halves(Way& w) {
  w.first = [](std::size_t j, std::size_t) { return j; };
  w.second = [](std::size_t j, std::size_t pairs) { return j + pairs; };
}

void accepted(Way& w) { w.refuses = false; }

void in_float(Way& w) { w.rounded = true; }

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"turned-forward",
       "you turn dy on, as x was turned; on the way back it is turned back",
       {with<turned_forward>}},
      {"no-minus",
       "a minus is missing: x_b went into y_a with a minus, so dx_b is "
       "c dy_b - s dy_a",
       {with<no_minus>}},
      {"cosines-only",
       "the sines are missing: each number of x went into both numbers of its "
       "pair",
       {with<cosines_only>}},
      {"not-turned",
       "dx is dy itself; the turn has to be undone",
       {with<not_turned>}},
      {"x-turned-back",
       "you turn x back; the gradient is made of dy",
       {with<of_x>}},
      {"overwritten",
       "you write dx_a over dy_a and then make dx_b of it: both need the *old* "
       "dy_a",
       {with<overwritten>}},
      {"swapped",
       "sine and cosine are swapped; at position 0 dx should be dy",
       {with<swapped>}},
      {"added-to-dy",
       "you add the result to dy (+= into a copy of it); begin with zeros",
       {with<added_to_dy>}},
      {"sign-of-domega",
       "domega has the wrong sign: y_a falls by y_b as the angle grows, and "
       "y_b grows by y_a",
       {with<sign_of_domega>}},
      {"no-place",
       "the position is missing in domega: the angle is position times omega",
       {with<no_place>}},
      {"x-for-y",
       "domega is made of x; it is the turned pair, y, that moves when the "
       "angle does",
       {with<of_unturned>}},
      {"plus-in-domega",
       "domega has a plus in it: the derivative of the cosine is *minus* the "
       "sine",
       {with<sum_of_both>}},
      {"dy-times-y",
       "domega is dy times y; as the angle grows, a point moves at right "
       "angles to where it is: y_a by -y_b, y_b by y_a",
       {with<of_y>}},
      {"first-number-only",
       "domega has the part of y_a only; y_b depends on the angle, too",
       {with<first_only>}},
      {"second-number-only",
       "domega has the part of y_b only; y_a depends on the angle, too",
       {with<second_only>}},
      {"no-domega", "domega is zero everywhere", {with<no_domega>}},
      {"last-row-only",
       "domega has the last row only (= where += is meant): every row used the "
       "same frequencies",
       {with<last_row_only>}},
      {"mean",
       "you take the mean over the rows; gradients of what was used several "
       "times add up",
       {with<mean>}},
      {"by-row-number",
       "you turn row t by t; it stands at positions(t)",
       {with<by_row_number>}},
      {"starts-at-1",
       "you count positions from 1; at position 0 nothing turns",
       {with<starts_at_1>}},
      {"halves",
       "you turn the pairs (j, j + K/2); here they are (2j, 2j + 1)",
       {with<halves>}},
      {"accepted",
       "frequencies that do not fit are accepted; K columns take K/2 of them",
       {with<accepted>}},
      {"in-float",
       "your angles are computed in float: at position 100,000 seven digits "
       "are not enough. Use real or double throughout",
       {with<in_float>}},
  };
  return all;
}
