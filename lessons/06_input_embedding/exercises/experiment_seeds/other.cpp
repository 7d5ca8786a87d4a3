// By the eigenvalues of the covariance, sums of squares, and distances in a
// table.

#include "exercises/experiment_seeds/answer.h"

using namespace horloge;

double share_of_two(const Array& x) {
  const Array mean = xt::mean(x, {0}, xt::keep_dims);
  const Array centred = x - mean;
  const Array covariance =
      xt::linalg::dot(xt::transpose(centred), centred) / double(x.shape(0));
  const Array variances = std::get<0>(xt::linalg::eigh(covariance));
  const std::size_t D = variances.size();
  return (variances(D - 1) + variances(D - 2)) / xt::sum(variances)();
}

static std::vector<std::size_t> all_nearest(const Array& x) {
  const Array squares = xt::sum(x * x, {1}, xt::keep_dims);
  Array distances = squares + xt::transpose(squares) -
                    2 * xt::linalg::dot(x, xt::transpose(x));
  std::vector<std::size_t> nearest;
  for (std::size_t n = 0; n < x.shape(0); ++n) {
    distances(n, n) = HUGE_VAL;
    nearest.push_back(xt::argmin(xt::row(distances, n))());
  }
  return nearest;
}

SeedMeasures measure_seeds(const DrawMatrix& draw, const Seeds& seeds) {
  const double count = double(seeds.size());
  double sum = 0, squares = 0, kept = 0, N = 0, D = 0;
  std::vector<std::size_t> first;
  for (const std::uint64_t seed : seeds) {
    const Array x = draw(seed);
    const double share = share_of_two(x);
    sum += share;
    squares += share * share;
    const auto nearest = all_nearest(x);
    if (first.empty()) first = nearest;
    for (std::size_t n = 0; n < nearest.size(); ++n)
      kept += nearest[n] == first[n];
    N = double(x.shape(0));
    D = double(x.shape(1));
  }
  const double mean = sum / count;
  const double edge = 1 / std::sqrt(D) + 1 / std::sqrt(N);
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean)),
          2 * edge * edge, (kept - N) / (N * (count - 1))};
}

SeedFindings experiment_seeds(const DrawMatrix& draw, const Seeds& seeds) {
  const SeedMeasures m = measure_seeds(draw, seeds);
  return {m.deviation / m.mean > 0.2, m.mean / m.noise > 1.2,
          m.kept_neighbours > 0.5};
}
