// By the eigenvalues of the covariance; all of the variance is the sum of the
// squares.

#include "exercises/experiment_more_tokens/answer.h"

using namespace horloge;

double my_guess() { return 1; }

double share_of_two(const Array& x) {
  const Array mean = xt::mean(x, {0}, xt::keep_dims);
  const Array centred = x - mean;
  const Array covariance = xt::linalg::dot(xt::transpose(centred), centred);
  const Array variances = std::get<0>(xt::linalg::eigh(covariance));
  double all = 0;
  for (const double c : centred) all += c * c;
  const std::size_t D = variances.size();
  return (variances(D - 1) + variances(D - 2)) / all;
}

Meaning what_it_means() { return Meaning::chance_fades; }
