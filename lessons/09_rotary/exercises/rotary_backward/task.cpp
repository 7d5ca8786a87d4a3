// The way back through rotary positions, to what was turned and to the
// frequencies.
//
// Forward, with pairs (a, b) = (2j, 2j + 1) and the angle
// positions(t) * omega(j):
//
//   y_a = x_a cos - x_b sin        y_b = x_a sin + x_b cos
//
// Back, dy is given. That gives dx, which every model with rotary positions
// needs. And as the frequencies might be learned as well, rather than set by a
// formula, domega: one number for each pair, with something from every row.
//
// RoFormer (Su et al. 2021), section 3.2; the frequencies are fixed there.

#include "exercises/rotary_backward/answer.h"

using namespace horloge;

///   x, dy (T, K), positions (T), omega (K/2) -> dx (T, K), domega (K/2)
/// Positions are never below 0, but may come in any order, and more than once.
/// Throws a ShapeError if x does not have twice as many columns as there are
/// frequencies.
///
/// What may help: the derivative of the cosine is minus the sine, that of the
/// sine the cosine; d(angle) / d(omega) is the position. zeros({n}) makes an
/// array; return {dx, domega};
RotaryGradients rotary_backward(const Array& x, const Ids& positions,
                                const Array& omega, const Array& dy) {
  // solution
  if (x.shape(1) != 2 * omega.size())
    throw ShapeError("[rotary_backward] x must have two columns a frequency");
  Array dx = zeros(x.shape()), domega = zeros({omega.size()});
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < omega.size(); ++j) {
      const std::size_t a = 2 * j, b = 2 * j + 1;
      const real place = real(positions(t));
      const real c = std::cos(place * omega(j)), s = std::sin(place * omega(j));
      dx(t, a) = c * dy(t, a) + s * dy(t, b);
      dx(t, b) = c * dy(t, b) - s * dy(t, a);
      const real ya = c * x(t, a) - s * x(t, b);
      const real yb = s * x(t, a) + c * x(t, b);
      domega(j) += place * (dy(t, b) * ya - dy(t, a) * yb);
    }
  return {dx, domega};
  // end
}
