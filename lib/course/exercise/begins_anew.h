#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <type_traits>

#include "course/exercise/examiner.h"

namespace exercise {
namespace detail {

using Call = std::function<horloge::Array()>;

/// `third` returns an array of other sizes.
inline void begins_anew(Examiner& examiner, const Call& call_one,
                        const Call& call_other, const Call& call_third) {
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
  examiner.if_right_so_far(Kind::edge, "begins anew with each call", [&] {
    const Array one = call_one();
    const Array at_once = call_one();
    const Array other = call_other();
    call_third();
    const Array other_again = call_other();
    const Array later = call_one();
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

template <class R, class... Args>
std::tuple<std::decay_t<Args>...> arguments_of(
    const std::function<R(Args...)>&);

}  // namespace detail

/// What a function, or a lambda without templates, is called with.
template <class F>
using Arguments =
    decltype(detail::arguments_of(std::function{std::declval<F>()}));

/// A part of a check that finds what an answer keeps from call to call, as in a
/// static variable. It asks only whether the answer agrees with itself, so that
/// it speaks up for this mistake and for no other. `f` calls the answer, with
/// arguments `one`, to which it comes back; `other`, for which it must return
/// other numbers; and `third`, of other sizes:
/// begins_anew(examiner, answer.table, {8, 6}, {12, 6}, {5, 10}).
template <class F>
void begins_anew(Examiner& examiner, const F& f, const Arguments<F>& one,
                 const Arguments<F>& other, const Arguments<F>& third) {
  const auto call = [&f](const Arguments<F>& arguments) -> detail::Call {
    return [&] { return horloge::Array(std::apply(f, arguments)); };
  };
  detail::begins_anew(examiner, call(one), call(other), call(third));
}

}  // namespace exercise
