#pragma once

#include <cstddef>

#include "horloge/core/with.h"
#include "horloge/nn/module.h"

namespace horloge {

enum class NormKind { layer, rms, none };

struct [[nodiscard]] NormOptions {
  NormKind kind = NormKind::layer;
  double eps = 1e-5;
  bool factors = true;  ///< multiplies by a weight
  bool bias = true;     ///< and LayerNorm adds one

  using Self = NormOptions;
  Self with_kind(NormKind value) const { return with(*this, &Self::kind, value); }
  Self with_eps(double value) const { return with(*this, &Self::eps, value); }
  Self with_factors(bool on) const { return with(*this, &Self::factors, on); }
  Self with_bias(bool on) const { return with(*this, &Self::bias, on); }
};

/// Normalisation over the last axis, by mean and variance (LayerNorm) or by the root mean square
/// alone (RMSNorm), as a model's options say; or none: y = x.
///   x (…, D) -> y the same
class Norm : public Module {
 public:
  explicit Norm(std::size_t d_model, const NormOptions& options = {});
  Tensor operator()(const Tensor& x) const;

  Tensor weight;  ///< (D), starts at 1; undefined without factors
  Tensor bias;    ///< (D), starts at 0; undefined for rms

 private:
  NormKind kind_;
  double eps_;
};

/// Layer normalisation over the last axis (Ba et al. 2016, "Layer Normalization").
///   x (…, D) -> y the same        y = (x - mean) / sqrt(variance + eps) * weight + bias
class LayerNorm : public Norm {
 public:
  explicit LayerNorm(std::size_t d_model, double eps = 1e-5)
      : Norm(d_model, NormOptions().with_eps(eps)) {}
};

/// Normalisation by the root mean square alone (Zhang and Sennrich 2019).
///   x (…, D) -> y the same        y = x / sqrt(mean(x^2) + eps) * weight
class RMSNorm : public Norm {
 public:
  explicit RMSNorm(std::size_t d_model, double eps = 1e-6)
      : Norm(d_model, NormOptions().with_kind(NormKind::rms).with_eps(eps)) {}
};

}  // namespace horloge
