#pragma once

// The share of the first two principal components in the variance, for the
// checks of the experiments on pictures of embeddings.

#include "common/exercises/principal_axes.h"

namespace share_of_two_oracle {

using horloge::Array;

inline double share(const Array& x) {
  const auto variances = jacobi::principal_axes(x).variances;
  double sum = 0;
  for (const double v : variances) sum += v;
  return (variances[0] + variances[1]) / sum;
}

}  // namespace share_of_two_oracle
