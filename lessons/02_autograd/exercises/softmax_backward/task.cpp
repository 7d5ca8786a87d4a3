// The way back through softmax.
//
//   forward:  y_i  = exp(x_i) / sum over j of exp(x_j)
//   back:     dx_i = sum over j of (slope of y_j in x_i) * dy_j
//   where     slope of y_j in x_i = y_i (1 - y_i)  if i = j
//                                   -y_i y_j       otherwise
//
// See "Softmax, by hand" in this lesson, which brings the sum to one short
// line.

#include "exercises/softmax_backward/answer.h"

using namespace horloge;

/// Each row of the last axis was a softmax of its own.
///   y (..., N), dy (..., N) -> dx (..., N)
/// y is what softmax gave; x itself is not needed. The dots stand for any axes:
/// a single row (N), a matrix (T, N), a batch of them (B, T, N).
///
/// What may help: y.dimension() - 1 is the last axis; xt::sum(x, {axis},
/// xt::keep_dims) sums over an axis and leaves it there with size 1, so that
/// the result fits x again. Put what xt::sum gives into an Array before you
/// compute with it.
Array softmax_backward(const Array& y, const Array& dy) {
  // solution
  const std::size_t last = y.dimension() - 1;
  const Array mean = xt::sum(y * dy, {last}, xt::keep_dims);
  return y * (dy - mean);
  // end
}
