// By the eigenvalues of the covariance, and by sorting the counts.

#include "exercises/experiment_tokens/answer.h"

using namespace horloge;

Picture measure_tokens(const TakeRows& take_rows, std::size_t count) {
  const Array x = take_rows(count);
  const Array mean = xt::mean(x, {0}, xt::keep_dims);
  const Array centred = x - mean;
  const Array covariance = xt::linalg::dot(xt::transpose(centred), centred);
  const Array variances = std::get<0>(xt::linalg::eigh(covariance));
  const std::size_t D = variances.size();
  double sum = 0;
  for (const double v : variances) sum += v;
  const double edge =
      1 / std::sqrt(double(D)) + 1 / std::sqrt(double(x.shape(0)));
  return {(variances(D - 1) + variances(D - 2)) / sum, 2.0 / double(D),
          2 * edge * edge};
}

TokenFindings experiment_tokens(const TakeRows& take_rows,
                                const Counts& counts) {
  Counts sorted = counts;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Picture> pictures;
  for (const std::size_t count : sorted)
    pictures.push_back(measure_tokens(take_rows, count));
  const Picture& last = pictures.back();
  return {last.share / pictures[0].share < 0.85,
          last.share / last.alike<1.4, last.share / last.noise> 1.2};
}
