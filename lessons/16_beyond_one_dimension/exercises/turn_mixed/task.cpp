// Rotary positions in any direction.
//
// In the axial form a pair turns with the row or with the column. Here each
// pair j has two speeds, and turns with both:
//
//   angle = r speeds(j, 0) + c speeds(j, 1)        at position (r, c)
//
// The speeds are learned, so they need a gradient.
//
// Heo et al. 2024, "Rotary Position Embedding for Vision Transformer", section
// 3.2.

#include "exercises/turn_mixed/answer.h"

using namespace horloge;

/// Pair j of a row, its columns 2j and 2j + 1, turned by its angle: (a, b)
/// becomes (a cos - b sin, a sin + b cos). places(t, 0) is the row r where row
/// t of x stands, places(t, 1) its column c; they need not be whole numbers.
///   x (T, K), places (T, 2), speeds (K/2, 2) -> (T, K)
/// Throws a ShapeError if there are not K/2 pairs of speeds, or not T places.
///
/// What may help: std::cos and std::sin of one number; zeros(a.shape()) is as
/// large as a.
Array turn_mixed(const Array& x, const Array& places, const Array& speeds) {
  // solution
  const std::size_t T = x.shape(0), pairs = speeds.shape(0);
  if (x.shape(1) != 2 * pairs || places.shape(0) != T)
    throw ShapeError("[turn_mixed] x, places and speeds do not fit");
  Array y = zeros(x.shape());
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < pairs; ++j) {
      const double angle =
          places(t, 0) * speeds(j, 0) + places(t, 1) * speeds(j, 1);
      const double c = std::cos(angle), s = std::sin(angle);
      y(t, 2 * j) = c * x(t, 2 * j) - s * x(t, 2 * j + 1);
      y(t, 2 * j + 1) = s * x(t, 2 * j) + c * x(t, 2 * j + 1);
    }
  return y;
  // end
}

/// The way back: what a loss changes with x, and with the speeds, if dy is what
/// it changes with the result.
///   x, dy (T, K), places (T, 2), speeds (K/2, 2) -> dx (T, K), dspeeds (K/2,
///   2)
///
/// What may help: `return {dx, dspeeds};`
MixedGradients turn_mixed_backward(const Array& x, const Array& places,
                                   const Array& speeds, const Array& dy) {
  // solution: the way back
  Array dx = zeros(x.shape()), dspeeds = zeros(speeds.shape());
  for (std::size_t t = 0; t < x.shape(0); ++t)
    for (std::size_t j = 0; j < speeds.shape(0); ++j) {
      const double angle =
          places(t, 0) * speeds(j, 0) + places(t, 1) * speeds(j, 1);
      const double c = std::cos(angle), s = std::sin(angle);
      const double a = x(t, 2 * j), b = x(t, 2 * j + 1);
      const double da = dy(t, 2 * j), db = dy(t, 2 * j + 1);
      dx(t, 2 * j) = c * da + s * db;
      dx(t, 2 * j + 1) = -s * da + c * db;
      const double dangle = da * (-s * a - c * b) + db * (c * a - s * b);
      dspeeds(j, 0) += dangle * places(t, 0);
      dspeeds(j, 1) += dangle * places(t, 1);
    }
  return {dx, dspeeds};
  // end
}
