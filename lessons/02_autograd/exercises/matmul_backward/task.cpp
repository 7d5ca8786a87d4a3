// The way back through a matrix product y = a b, to both of its factors.
//
//   y[i, j] = sum over l of a[i, l] * b[l, j]
//
// See "The matrix product, by its shapes" in this lesson.

#include "exercises/matmul_backward/answer.h"

using namespace horloge;

/// The gradients of both factors; each has the shape of its factor.
///   a (m, k), b (k, n), dy (m, n) -> {da (m, k), db (k, n)}
/// The two are given back together: return {da, db};
///
/// What may help: xt::linalg::dot(p, q) is the matrix product of p and q, and
/// xt::transpose(p) exchanges the rows and columns of p.
MatmulGradients matmul_backward(const Array& a, const Array& b,
                                const Array& dy) {
  // solution
  return {xt::linalg::dot(dy, xt::transpose(b)),   // (m, n) (n, k) -> (m, k)
          xt::linalg::dot(xt::transpose(a), dy)};  // (k, m) (m, n) -> (k, n)
  // end
}
