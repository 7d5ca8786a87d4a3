#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;

namespace {

// The right way, but for what is said otherwise.
struct Way {
  bool swapped = false;  // places exchanged
  bool product = false;  // r c in place of a sum
  bool row_only = false;
  bool other_sense = false;    // turned the other way
  bool halves = false;         // pairs (j, j + K/2)
  bool first_speed = false;    // pair 0's speeds for all
  bool one_sine = false;       // sign of the sine lost
  bool overwrites = false;     // a is overwritten before b needs it
  bool back_the_same = false;  // dx turned as y
  bool no_dx = false;          // dx = dy
  bool last_only = false;      // = in place of +=
  bool from_x = false;         // dangle from x, not from the turned pair
  bool dangle_sign = false;
  bool no_place = false;      // dangle not times the place
  bool back_swapped = false;  // dspeeds exchanged
  bool mean = false;
};

struct Columns {
  std::size_t a, b;
};

Columns columns_of(const Way& way, std::size_t j, std::size_t pairs) {
  return way.halves ? Columns{j, j + pairs} : Columns{2 * j, 2 * j + 1};
}

double angle_of(const Way& way, const Array& places, const Array& speeds,
                std::size_t t, std::size_t j) {
  const double r = places(t, way.swapped ? 1 : 0);
  const double c = places(t, way.swapped ? 0 : 1);
  const std::size_t of = way.first_speed ? 0 : j;
  double angle = r * speeds(of, 0) + c * speeds(of, 1);
  if (way.product) angle = r * speeds(of, 0) * c * speeds(of, 1);
  if (way.row_only) angle = r * speeds(of, 0);
  return way.other_sense ? -angle : angle;
}

Array turned(const Way& way, const Array& x, const Array& places,
             const Array& speeds) {
  Array y = zeros(x.shape());
  const std::size_t pairs = speeds.shape(0);
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < pairs; ++j) {
      const double angle = angle_of(way, places, speeds, t, j);
      const double c = std::cos(angle), s = std::sin(angle);
      const auto [a, b] = columns_of(way, j, pairs);
      y(t, a) = c * x(t, a) - (way.one_sine ? -s : s) * x(t, b);
      y(t, b) = s * (way.overwrites ? y(t, a) : x(t, a)) + c * x(t, b);
    }
  return y;
}

MixedGradients back(const Way& way, const Array& x, const Array& places,
                    const Array& speeds, const Array& dy) {
  MixedGradients d{zeros(x.shape()), zeros(speeds.shape())};
  const std::size_t pairs = speeds.shape(0);
  const Array y = turned(way, x, places, speeds);
  const Array& from = way.from_x ? x : y;
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < pairs; ++j) {
      const double angle = angle_of(way, places, speeds, t, j);
      const double c = std::cos(angle);
      const double s = way.back_the_same ? -std::sin(angle) : std::sin(angle);
      const auto [a, b] = columns_of(way, j, pairs);
      d.x(t, a) = way.no_dx ? double(dy(t, a)) : c * dy(t, a) + s * dy(t, b);
      d.x(t, b) = way.no_dx ? double(dy(t, b)) : -s * dy(t, a) + c * dy(t, b);
      double dangle = from(t, a) * dy(t, b) - from(t, b) * dy(t, a);
      if (way.dangle_sign) dangle = -dangle;
      if (way.mean) dangle /= double(x.shape(0));
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const std::size_t at = way.back_swapped ? 1 - axis : axis;
        const double more = dangle * (way.no_place ? 1 : places(t, at));
        d.speeds(j, axis) = (way.last_only ? 0 : d.speeds(j, axis)) + more;
      }
    }
  return d;
}

void must_fit(const Array& x, const Array& places, const Array& speeds) {
  if (x.shape(1) != 2 * speeds.shape(0) || places.shape(0) != x.shape(0))
    throw ShapeError("do not fit");
}

template <bool Way::*flag>
Array turn_with(const Array& x, const Array& places, const Array& speeds) {
  must_fit(x, places, speeds);
  Way way;
  way.*flag = true;
  return turned(way, x, places, speeds);
}

template <bool Way::*flag>
MixedGradients back_with(const Array& x, const Array& places,
                         const Array& speeds, const Array& dy) {
  Way way;
  way.*flag = true;
  return back(way, x, places, speeds, dy);
}

Array right(const Array& x, const Array& places, const Array& speeds) {
  must_fit(x, places, speeds);
  return turned({}, x, places, speeds);
}

MixedGradients right_back(const Array& x, const Array& places,
                          const Array& speeds, const Array& dy) {
  return back({}, x, places, speeds, dy);
}

Array accepts_any(const Array& x, const Array& places, const Array& speeds) {
  if (x.shape(1) != 2 * speeds.shape(0) || places.shape(0) != x.shape(0))
    return x;
  return turned({}, x, places, speeds);
}

template <bool Way::*flag>
Answer forward_wrong() {
  return {turn_with<flag>, right_back};
}

template <bool Way::*flag>
Answer backward_wrong() {
  return {right, back_with<flag>};
}

}  // namespace

const WrongAnswers& wrong_answers() {
  static const WrongAnswers all = {
      {"places-swapped",
       "the first speed is multiplied by the column; places(t, 0) is the row",
       forward_wrong<&Way::swapped>()},
      {"product", "you multiply the two parts of the angle; they are added",
       forward_wrong<&Way::product>()},
      {"row-only", "only the row turns; the column has a speed of its own",
       forward_wrong<&Way::row_only>()},
      {"other-sense",
       "you turn the other way: (a, b) becomes (a cos - b sin, a sin + b cos)",
       forward_wrong<&Way::other_sense>()},
      {"halves",
       "your partners are K/2 columns apart; here they are neighbours, 2j and "
       "2j + 1",
       forward_wrong<&Way::halves>()},
      {"one-speed", "all pairs have the speeds of pair 0",
       forward_wrong<&Way::first_speed>()},
      {"sine-sign", "b sin is added to a cos; it is taken off",
       forward_wrong<&Way::one_sine>()},
      {"overwritten",
       "the second number of a pair is made with the first one as it is "
       "already turned",
       forward_wrong<&Way::overwrites>()},
      {"dx-turned-on",
       "dx is dy turned the same way as x; back is the other way",
       backward_wrong<&Way::back_the_same>()},
      {"dx-is-dy", "dx is dy as it is; it has to be turned back",
       backward_wrong<&Way::no_dx>()},
      {"last-only",
       "dspeeds has what the last place gives; all places are added up",
       backward_wrong<&Way::last_only>()},
      {"from-x",
       "what comes back to the angle is made with x as it was before the turn; "
       "it takes the turned pair",
       backward_wrong<&Way::from_x>()},
      {"dspeeds-sign",
       "dspeeds has the wrong sign: more of the angle moves (a, b) towards "
       "(-b, a)",
       backward_wrong<&Way::dangle_sign>()},
      {"no-place",
       "both speeds get what comes back to the angle; it has to be multiplied "
       "by the row, and by the column",
       backward_wrong<&Way::no_place>()},
      {"dspeeds-swapped",
       "the speed of rows gets the columns, and that of columns the rows",
       backward_wrong<&Way::back_swapped>()},
      {"mean", "dspeeds is a mean over the places; it is a sum",
       backward_wrong<&Way::mean>()},
      {"any-shape",
       "speeds or places that do not fit x are accepted",
       {accepts_any, right_back}},
  };
  return all;
}
