// By the eigenvectors of the covariance, from the last one to the first.

#include "exercises/pca_project/answer.h"

using namespace horloge;

Array pca_project(const Array& x, std::size_t components) {
  const std::size_t N = x.shape(0), D = x.shape(1);
  if (components > N || components > D) throw ValueError("too many");
  Array centred = x;
  for (std::size_t j = 0; j < D; ++j) {
    double sum = 0;
    for (std::size_t n = 0; n < N; ++n) sum += x(n, j);
    for (std::size_t n = 0; n < N; ++n)
      centred(n, j) -= sum / static_cast<double>(N);
  }
  const Array covariance =
      xt::linalg::dot(xt::transpose(centred), centred) / double(N);
  const Array v = std::get<1>(xt::linalg::eigh(covariance));  // smallest first
  Array y = zeros({N, components});
  for (std::size_t k = 0; k < components; ++k) {
    double low = 0, high = 0;
    for (std::size_t n = 0; n < N; ++n) {
      for (std::size_t j = 0; j < D; ++j)
        y(n, k) += centred(n, j) * v(j, D - 1 - k);
      low = std::min(low, y(n, k));
      high = std::max(high, y(n, k));
    }
    if (-low > high)
      for (std::size_t n = 0; n < N; ++n) y(n, k) = -y(n, k);
  }
  return y;
}
