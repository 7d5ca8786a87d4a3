// An experiment: what do more words show of noise?
//
// "Show more tokens." A picture of two principal components shows 4.8 % of the
// variance of 200 rows of 128 random numbers: a share of 0.048. And of 600 such
// rows?

#include "exercises/experiment_more_tokens/answer.h"

using namespace horloge;

/// 1. Guess: the share of two components for 600 rows, from 0 to 1. Any guess
/// will do, but make it before you measure.
double my_guess() {
  // solution: the guess
  return 0.04;
  // end
}

/// 2. Measure: the share of the first two principal components in the variance
/// of any rows that are not all the same, not only of random ones.
///   x (N, D), both are 2 or more -> 0 to 1
///
/// What may help: xt::mean(x, {0}) is the mean of the rows;
/// std::get<1>(xt::linalg::svd(a, false)) has the numbers in S, the largest
/// first; their squares are to each other as the variances.
double share_of_two(const Array& x) {
  // solution: the measurement
  const Array mean = xt::mean(x, {0});
  const Array centred = x - mean;
  const Array s = std::get<1>(xt::linalg::svd(centred, false));
  const Array variances = s * s;
  return (variances(0) + variances(1)) / xt::sum(variances)();
  // end
}

/// 3. Choose, when the check has shown you the shares of 50, 200 and 600 rows,
/// of noise and of rows in four groups. The more words there are …
///   Meaning::words_lose        … the less a picture shows of any of them
///   Meaning::chance_fades      … the less chance shows; what is there stays
///   Meaning::enough_words_now  … from 200 on nothing changes any more
Meaning what_it_means() {
  // solution: the meaning
  return Meaning::chance_fades;
  // end
}
