// The shift of Transformer-XL for a model that looks both ways, as XLNet has
// it, and the way back.
//
// The queries are the last T of S tokens: query i stands at position S - T + i.
// The columns of x are distances, query minus key, from the farthest key before
// to the farthest after: S - 1, S - 2, … 1, 0, -1, … -(T - 1). These are
// S + T - 1 columns. The columns of y are keys, 0 to S - 1:
//
//   y[i, j] = the number of row i of x at the distance (S - T + i) - j
//
// Here nothing is left over under keys that a mask would have to hide. But some
// numbers of x go nowhere.
//
// Transformer-XL (Dai et al. 2019), appendix B; XLNet (Yang et al. 2019).

#include "exercises/shift_both_ways/answer.h"

using namespace horloge;

/// Scores by distance become scores by key.
///   x (T, S + T - 1) -> (T, S)
/// Throws a ShapeError if x has fewer than 2T - 1 columns: there are no more
/// queries than tokens. T is 1 or more.
///
/// What may help: for T = 1, x is y. Number by number it takes two loops and
/// the right column; the reshaping of the lesson works, too:
/// a.reshape({rows, columns}) cuts an Array anew, and
/// xt::view(a, xt::all(), xt::range(begin, end)) are columns of it.
Array shift_both_ways(const Array& x) {
  // solution: the shift
  const std::size_t T = x.shape(0), N = x.shape(1);
  if (N + 1 < 2 * T) throw ShapeError("[shift_both_ways] too few columns");
  Array y = Array::from_shape({T, N + 1 - T});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < y.shape(1); ++j) y(i, j) = x(i, T - 1 - i + j);
  return y;
  // end
}

/// The way back: what each number of x gets of the gradient of y.
///   dy (T, S) -> (T, S + T - 1)
Array shift_both_ways_backward(const Array& dy) {
  // solution: the way back
  const std::size_t T = dy.shape(0), S = dy.shape(1);
  Array dx = zeros({T, S + T - 1});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) dx(i, T - 1 - i + j) = dy(i, j);
  return dx;
  // end
}
