// How far a function is from being permutation-equivariant.
//
//   gap = the largest |f(x)[order] - f(x[order])|
//
// where x[order] has row order[0] of x first, then row order[1], and so on. See
// "Self-attention shuffles along" in this lesson.

#include "exercises/equivariance_gap/answer.h"

using namespace horloge;

/// Shuffles the words before f, and the outputs after it: if f does not look at
/// where words stand, both come to the same, and the gap is 0, up to rounding.
///   x (T, D); f gives (T, E), E may differ from D; order: 0 ... T - 1,
///   shuffled
/// The result is one number, the largest of all T E differences, whatever their
/// sign.
///
/// What may help: f(x) calls the function; xt::view(x, xt::keep(order),
/// xt::all()) has the rows of x in that order; xt::abs and xt::amax, and
/// xt::amax(a)() is a plain number. Put each result into an Array before you go
/// on with it.
double equivariance_gap(const std::function<Array(const Array&)>& f,
                        const Array& x, const std::vector<std::size_t>& order) {
  // solution
  const Array shuffled = xt::view(x, xt::keep(order), xt::all());
  const Array before = f(shuffled);
  const Array y = f(x);
  const Array after = xt::view(y, xt::keep(order), xt::all());
  return xt::amax(xt::abs(before - after))();
  // end
}
