#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "course/exercise/examiner.h"

namespace exercise {

/// What three calls of an answer return.
struct ThreeCalls {
  std::function<horloge::Array()> one;    ///< the call that comes again
  std::function<horloge::Array()> other;  ///< must return other numbers
  std::function<horloge::Array()> third;  ///< of other sizes
};

/// A part of a check that finds what an answer keeps from call to call, as in a
/// static variable. It asks only whether the answer agrees with itself, so that
/// it speaks up for this mistake and for no other.
inline void begins_anew(Examiner& examiner, const ThreeCalls& calls) {
  using horloge::Array;
  const auto same = [](const Array& a, const Array& b) {
    return a.shape() == b.shape() &&
           std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
             return x == y || (std::isnan(x) && std::isnan(y));
           });
  };
  // What has one number everywhere may well be the same by another mistake.
  const auto tells = [](const Array& a) {
    return a.size() == 1 ? a.data()[0] != 0
                         : std::any_of(a.begin(), a.end(), [&](double x) {
                             return x != a.data()[0];
                           });
  };
  examiner.part_if_right_so_far(Kind::edge, "begins anew with each call", [&] {
    const Array one = calls.one();
    const Array at_once = calls.one();
    const Array other = calls.other();
    calls.third();
    const Array other_again = calls.other();
    const Array later = calls.one();
    examiner.holds(
        same(one, at_once) && same(one, later) && same(other, other_again),
        "the same call returns other numbers when it comes again. Either "
        "something is kept from call to call, as in a static variable, or "
        "part of the result is never written: a new array holds whatever "
        "was in that memory before");
    examiner.holds(
        !same(one, other) || !tells(one),
        "a second call, with other arguments, returns what the first one "
        "did. Either something is kept from call to call, as in a static "
        "variable, or the result does not depend on what is given");
  });
}

}  // namespace exercise
