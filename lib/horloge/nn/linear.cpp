#include "horloge/nn/linear.h"

#include <cmath>

#include "horloge/core/error.h"

namespace horloge {

Linear::Linear(std::size_t in_features, std::size_t out_features, Rng& rng, Bias with_bias) {
  if (in_features == 0 || out_features == 0)
    throw ValueError("[Linear] in_features and out_features must not be 0");
  const double bound = 1 / std::sqrt(static_cast<double>(in_features));
  weight = parameter("weight", rng.uniform({out_features, in_features}, -bound, bound));
  if (with_bias == Bias::yes) bias = parameter("bias", rng.uniform({out_features}, -bound, bound));
}

Tensor Linear::operator()(const Tensor& x) const { return linear(x, weight, bias); }

}  // namespace horloge
