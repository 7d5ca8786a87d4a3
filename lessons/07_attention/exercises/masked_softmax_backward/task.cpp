// The gradient of the scores, from that of the weights softmax made of them.
//
// Softmax divides by a sum over the row, so each score has a say in each
// weight. With y the weights, and d_ij = 1 for i = j, else 0:
//
//   dy_j / dx_i = y_j (d_ij - y_i)
//
// The gradient of x_i adds this up over all j, each times dy_j.

#include "exercises/masked_softmax_backward/answer.h"

using namespace horloge;

/// Each row by itself, along the last axis. y is what softmax gave back on the
/// way forward: x is not needed any more, nor is the mask, for a hidden key has
/// weight 0.
///   y (..., N), dy (..., N) -> dx (..., N)
///
/// What may help: xt::sum(x, {axis}, xt::keep_dims) leaves an axis of size 1,
/// so that the sum fits x again. Store it in an Array, never in auto.
Array masked_softmax_backward(const Array& y, const Array& dy) {
  // solution
  const std::size_t last = y.dimension() - 1;
  const Array mean = xt::sum(y * dy, {last}, xt::keep_dims);
  return y * (dy - mean);
  // end
}
