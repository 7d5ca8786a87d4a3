// By the eigenvectors of the covariance, and all others at once.

#include "exercises/pca_new_points/answer.h"

using namespace horloge;

Array pca_new_points(const Array& x, const Array& others,
                     std::size_t components) {
  const std::size_t N = x.shape(0), D = x.shape(1);
  if (N == 0 || components > N - 1 || components > D)
    throw ValueError("too many");
  const Array mean = xt::mean(x, {0}, xt::keep_dims);
  const Array centred = x - mean;
  const Array covariance =
      xt::linalg::dot(xt::transpose(centred), centred) / double(N);
  const Array v = std::get<1>(xt::linalg::eigh(covariance));  // smallest first
  Array main = zeros({D, components});
  for (std::size_t k = 0; k < components; ++k) {
    const Array column = xt::col(v, D - 1 - k);
    const Array along = xt::linalg::dot(centred, column);
    const bool flip = -xt::amin(along)() > xt::amax(along)();
    for (std::size_t j = 0; j < D; ++j)
      main(j, k) = flip ? -column(j) : column(j);
  }
  if (others.shape(0) == 0) return zeros({0, components});
  const Array moved = others - mean;
  return xt::linalg::dot(moved, main);
}
