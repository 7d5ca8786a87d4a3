#pragma once

#include <cstddef>

#include "horloge/nn/module.h"

namespace horloge {

enum class NormKind { layer, rms };

struct NormOptions {
  NormKind kind = NormKind::layer;
  double eps = 1e-5;
};

/// LayerNorm or RMSNorm, as a model's options say.
///   x (…, D) -> y the same
class Norm : public Module {
 public:
  Norm(std::size_t d_model, const NormOptions& options);
  Tensor operator()(const Tensor& x) const;

  Tensor weight;  ///< (D), starts at 1
  Tensor bias;    ///< (D), starts at 0; undefined for rms

 private:
  double eps_;
};

}  // namespace horloge
