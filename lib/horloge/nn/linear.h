#pragma once

#include "horloge/core/rng.h"
#include "horloge/nn/module.h"
#include "horloge/ops/matmul.h"

namespace horloge {

enum class Bias { no, yes };

/// An affine map of the last axis.
///   x (…, I) -> y (…, O)        y = x W^T + b
/// Weight and bias start uniform in ±1/sqrt(I), as in PyTorch; init.h has other ways. The function
/// itself, for a weight that belongs to something else, is linear() of ops/matmul.h.
class Linear : public Module {
 public:
  Linear(std::size_t in_features, std::size_t out_features, Rng& rng, Bias bias = Bias::yes);
  Tensor operator()(const Tensor& x) const;

  Tensor weight;  ///< (O, I)
  Tensor bias;    ///< (O); undefined without one
};

}  // namespace horloge
