// Principal component analysis: points seen along the directions in which they
// spread most, by a singular value decomposition.
//
//   x - m = U S V^T,   m the mean of the points
//   the result is U S, its first columns
//
// Jolliffe, "Principal component analysis" (2002), section 3.5.

#include "exercises/pca_project/answer.h"

using namespace horloge;

/// Each row of x is a point. Column k of the result says where the points lie
/// along direction k, the one of the largest spread first.
///   x (N, D) -> (N, components)
/// A direction has no sign of its own. To have the same picture every time, the
/// number farthest from 0 in each column is positive.
/// Throws a ValueError for more components than min(N, D).
///
/// What may help: xt::mean(x, {0}) is the mean of the rows;
/// const auto parts = xt::linalg::svd(a) makes a = U S V^T, with std::get<0> as
/// U (N, N), std::get<1> as S (min(N, D)), the largest first, and std::get<2>
/// as V^T (D, D); xt::col(a, k) is a column; xt::argmax(a)() is the place of
/// the largest number. Put each result into an Array before you go on with it.
Array pca_project(const Array& x, std::size_t components) {
  // solution
  if (components > std::min(x.shape(0), x.shape(1)))
    throw ValueError("[pca_project] more components than min(N, D)");
  const Array mean = xt::mean(x, {0});  // (D)
  const Array centred = x - mean;       // (N, D)
  const auto parts = xt::linalg::svd(centred);
  const Array u = std::get<0>(parts);  // (N, N)
  const Array s = std::get<1>(parts);  // (min(N, D)), largest first

  Array y = Array::from_shape({x.shape(0), components});
  for (std::size_t k = 0; k < components; ++k) {
    const Array column = s(k) * xt::col(u, k);
    const real farthest = column(xt::argmax(xt::abs(column))());
    xt::col(y, k) = farthest < 0 ? Array(-column) : column;
  }
  return y;  // (N, components)
  // end
}
