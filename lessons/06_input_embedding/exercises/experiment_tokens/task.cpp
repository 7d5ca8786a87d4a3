// An experiment: what do more tokens change in the picture of a matrix?
//
// "Show more tokens." You get a function that takes rows of an embedding
// matrix, measure what share of their spread a picture of two components shows,
// and say what follows as the rows grow more. The structures for both are in
// answer.h; here is what they hold:
//
//   Picture        share            of the first two principal components in
//                                   the variance, 0 to 1
//                  alike            the same, if all D directions were alike:
//                                   2 / D
//                  noise            the same, if the N rows were noise:
//                                   2 (1 + sqrt(D / N))^2 / D
//
//   TokenFindings  falls            is the share of the most tokens less than
//                                   0.85 times that of the fewest?
//                  ends_near_alike  is the share of the most tokens less than
//                                   1.4 times their `alike`?
//                  shows_structure  is the share of the most tokens more than
//                                   1.2 times their `noise`?
//
// Not all matrices are noise: some have groups. So conclude from what you
// measure.
//
// What you print is shown below the verdict. The first rows that you get are
// 50, 200 and 1000 of a matrix of random numbers. Noise: Marchenko and Pastur
// 1967; see "Are 4.8 % much?" in this lesson.

#include "exercises/experiment_tokens/answer.h"

using namespace horloge;

/// Measures the picture of `count` rows.
/// take_rows(count) -> (count, D), both 2 or more
///
/// What may help: xt::mean(x, {0}) is the mean of the rows;
/// std::get<1>(xt::linalg::svd(a)) has the singular values, the largest first;
/// their squares are to each other as the variances.
Picture measure_tokens(const TakeRows& take_rows, std::size_t count) {
  // solution: the measurement
  const Array x = take_rows(count);
  const Array mean = xt::mean(x, {0});
  const Array centred = x - mean;
  const Array s = std::get<1>(xt::linalg::svd(centred));
  const Array variances = s * s;

  const double N = double(count), D = double(x.shape(1));
  Picture picture;
  picture.share = (variances(0) + variances(1)) / xt::sum(variances)();
  picture.alike = 2 / D;
  picture.noise = 2 * std::pow(1 + std::sqrt(D / N), 2) / D;
  return picture;
  // end
}

/// The conclusions: counts has two or more numbers of rows, in any order.
TokenFindings experiment_tokens(const TakeRows& take_rows,
                                const Counts& counts) {
  // solution: the conclusions
  const auto ends = std::minmax_element(counts.begin(), counts.end());
  const Picture fewest = measure_tokens(take_rows, *ends.first);
  const Picture most = measure_tokens(take_rows, *ends.second);
  TokenFindings findings;
  findings.falls = most.share < 0.85 * fewest.share;
  findings.ends_near_alike = most.share < 1.4 * most.alike;
  findings.shows_structure = most.share > 1.2 * most.noise;
  return findings;
  // end
}
