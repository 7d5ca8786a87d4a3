// New points in a picture that others have made.
//
// The lesson looks at points along the directions in which they spread most.
// Now the directions and the mean are those of x, and you look at other points
// along them: words that were not there when the picture was made, and must not
// change it.
//
//   x - m = U S V^T,   m the mean of the points of x
//
// Jolliffe, "Principal component analysis" (2002), section 3.5.

#include "exercises/pca_new_points/answer.h"

using namespace horloge;

/// Column k of the result says where the others lie along direction k of x, the
/// one of the largest spread first, seen from the mean of x.
///   x (N, D), others (M, D) -> (M, components)
/// A direction has no sign of its own. As in the lesson, the number farthest
/// from 0 among the points *of x* is positive along each direction.
/// Throws a ValueError for more components than min(N - 1, D): seen from their
/// mean, N points spread in N - 1 directions at most.
///
/// What may help: xt::mean(x, {0}) is the mean of the rows;
/// const auto parts = xt::linalg::svd(a) makes a = U S V^T, with std::get<0> as
/// U (N, N), std::get<1> as S, the largest first, and std::get<2> as V^T (D,
/// D); xt::row(a, k) and xt::col(a, k) are a row and a column; xt::argmax(a)()
/// is the position of the largest number; xt::linalg::dot(a, b) is the product
/// of matrices. Put each result into an Array before you go on with it.
Array pca_new_points(const Array& x, const Array& others,
                     std::size_t components) {
  // solution
  if (components + 1 > x.shape(0) || components > x.shape(1))
    throw ValueError("[pca_new_points] more components than min(N - 1, D)");
  const Array mean = xt::mean(x, {0});  // (D)
  const Array centred = x - mean;       // (N, D)
  const Array vt = std::get<2>(xt::linalg::svd(centred));

  Array y = zeros({others.shape(0), components});
  for (std::size_t k = 0; k < components; ++k) {
    const Array direction = xt::row(vt, k);                  // (D)
    const Array of_x = xt::linalg::dot(centred, direction);  // (N)
    const real farthest = of_x(xt::argmax(xt::abs(of_x))());
    const real sign = farthest < 0 ? -1 : 1;
    for (std::size_t n = 0; n < others.shape(0); ++n)
      for (std::size_t j = 0; j < x.shape(1); ++j)
        y(n, k) += sign * direction(j) * (others(n, j) - mean(j));
  }
  return y;  // (M, components)
  // end
}
