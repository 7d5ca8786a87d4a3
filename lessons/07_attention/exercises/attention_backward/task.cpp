// The way back through attention.
//
// Forward it took three steps:
//
//   scores  = q k^T / sqrt(K)                      (T, S)
//   weights = softmax of each row, 0 where hidden  (T, S)
//   y       = weights v                            (T, K')
//
// Lesson 2 has the gradients of a product of matrices and of a softmax. Here
// they are put together, the last step first: dy gives dv and dweights, that
// gives dscores, and that dq and dk.

#include "exercises/attention_backward/answer.h"

using namespace horloge;

/// weights is what came out on the way forward. A hidden key has weight 0, and
/// a query that saw nothing has a row of zeros, so you need no mask any more.
///   q (T, K), k (S, K), v (S, K'), weights (T, S), dy (T, K')
///     -> dq (T, K), dk (S, K), dv (S, K')
///
/// What may help: xt::linalg::dot(a, b) multiplies two matrices,
/// xt::transpose(a) is a with rows and columns swapped; xt::sum(a, {1},
/// xt::keep_dims) sums each row and leaves an axis of size 1. Keep each of them
/// in an Array, never in auto. return {dq, dk, dv};
AttentionGradients attention_backward(const Array& q, const Array& k,
                                      const Array& v, const Array& weights,
                                      const Array& dy) {
  // solution
  const Array dv = xt::linalg::dot(xt::transpose(weights), dy);
  const Array dweights = xt::linalg::dot(dy, xt::transpose(v));
  const Array mean = xt::sum(weights * dweights, {1}, xt::keep_dims);
  const Array dscores =
      weights * (dweights - mean) / std::sqrt(real(k.shape(1)));
  const Array dq = xt::linalg::dot(dscores, k);
  const Array dk = xt::linalg::dot(xt::transpose(dscores), q);
  return {dq, dk, dv};
  // end
}
