// An experiment: what does another seed change in the picture of a matrix?
//
// "Compare the initialisations: try other seeds." You get a function that draws
// an embedding matrix from a seed, measure what its picture shows for each, and
// say what follows. The structures for both are in answer.h; here is what they
// hold:
//
//   SeedMeasures  mean              of the share of two components
//                 deviation         of that share, from seed to seed: the root
//                                   of the mean squared distance from the mean
//                 noise             the share that noise would get, twice that
//                                   of its longest direction:
//                                   2 (1 + sqrt(D / N))^2 / D
//                 kept_neighbours   how many rows have the same nearest row as
//                                   with the first seed, as a share of all rows
//                                   of all other seeds
//
//   SeedFindings  share_varies      is the deviation more than a fifth of the
//                                   mean?
//                 more_than_noise   is the mean more than 1.2 times that of
//                                   noise?
//                 keeps_neighbours  do more than half of the rows keep their
//                                   nearest row?
//
// Not all matrices that you get are noise: some have groups, some are the same
// points turned around. So conclude from what you measure.
//
// What you print is shown below the verdict. Noise: Marchenko and Pastur 1967;
// see "Are 4.8 % much?" in this lesson.

#include "exercises/experiment_seeds/answer.h"

using namespace horloge;

namespace {

// Given: the number of the row that is nearest to row n, itself left out.
[[maybe_unused]] std::size_t nearest_row(const Array& x, std::size_t n) {
  std::size_t nearest = n;
  double least = HUGE_VAL;
  for (std::size_t m = 0; m < x.shape(0); ++m) {
    double squares = 0;
    for (std::size_t j = 0; j < x.shape(1); ++j)
      squares += (x(n, j) - x(m, j)) * (x(n, j) - x(m, j));
    if (m == n || squares >= least) continue;
    least = squares;
    nearest = m;
  }
  return nearest;
}

}  // namespace

/// The share of the first two principal components in the variance, 0 to 1.
///   x (N, D), both 2 or more
///
/// What may help: xt::mean(x, {0}) is the mean of the rows;
/// std::get<1>(xt::linalg::svd(a)) has the singular values, the largest first;
/// their squares are to each other as the variances.
double share_of_two(const Array& x) {
  // solution: the share
  const Array mean = xt::mean(x, {0});
  const Array centred = x - mean;
  const Array s = std::get<1>(xt::linalg::svd(centred));
  const Array variances = s * s;
  return (variances(0) + variances(1)) / xt::sum(variances)();
  // end
}

/// Measures over two or more seeds. draw(seed) -> (N, D), the same N and D for
/// all of them.
SeedMeasures measure_seeds(const DrawMatrix& draw, const Seeds& seeds) {
  // solution: the measurement
  const Array first = draw(seeds[0]);
  const double N = double(first.shape(0)), D = double(first.shape(1));
  Array shares = Array::from_shape({seeds.size()});
  double kept = 0;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const Array x = draw(seeds[i]);
    shares(i) = share_of_two(x);
    if (i == 0) continue;
    for (std::size_t n = 0; n < x.shape(0); ++n)
      if (nearest_row(x, n) == nearest_row(first, n)) kept += 1;
  }
  SeedMeasures measures;
  measures.mean = xt::mean(shares)();
  measures.deviation = xt::stddev(shares)();
  measures.noise = 2 * std::pow(1 + std::sqrt(D / N), 2) / D;
  measures.kept_neighbours = kept / (N * double(seeds.size() - 1));
  return measures;
  // end
}

/// The conclusions.
SeedFindings experiment_seeds(const DrawMatrix& draw, const Seeds& seeds) {
  // solution: the conclusions
  const SeedMeasures measures = measure_seeds(draw, seeds);
  SeedFindings findings;
  findings.share_varies = measures.deviation > 0.2 * measures.mean;
  findings.more_than_noise = measures.mean > 1.2 * measures.noise;
  findings.keeps_neighbours = measures.kept_neighbours > 0.5;
  return findings;
  // end
}
