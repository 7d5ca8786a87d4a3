#pragma once

#include "horloge/core/shape.h"
#include "horloge/nn/module.h"

namespace horloge {

/// Layer normalisation over the last axis (Ba et al. 2016, "Layer Normalization").
///   x (…, D) -> y the same        y = (x - mean) / sqrt(variance + eps) * weight + bias
class LayerNorm : public Module {
 public:
  explicit LayerNorm(std::size_t d_model, double eps = 1e-5);
  Tensor operator()(const Tensor& x) const;

  Tensor weight;  ///< (D), starts at 1
  Tensor bias;    ///< (D), starts at 0

 private:
  double eps_;
};

/// Normalisation by the root mean square alone (Zhang and Sennrich 2019).
///   x (…, D) -> y the same        y = x / sqrt(mean(x^2) + eps) * weight
class RMSNorm : public Module {
 public:
  explicit RMSNorm(std::size_t d_model, double eps = 1e-6);
  Tensor operator()(const Tensor& x) const;

  Tensor weight;  ///< (D), starts at 1

 private:
  double eps_;
};

}  // namespace horloge
