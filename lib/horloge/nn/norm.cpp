#include "horloge/nn/norm.h"

#include <fmt/format.h>

#include "horloge/ops/norm.h"

namespace horloge {

Norm::Norm(std::size_t d_model, const NormOptions& options)
    : kind_(options.kind), eps_(options.eps) {
  if (kind_ == NormKind::none) return;
  if (options.factors) weight = parameter("weight", ones({d_model}));
  if (kind_ == NormKind::layer && options.bias) bias = parameter("bias", zeros({d_model}));
  setting("eps", fmt::format("{}", eps_));
}

Tensor Norm::operator()(const Tensor& x) const {
  if (kind_ == NormKind::none) return x;
  return kind_ == NormKind::layer ? layer_norm(x, {x.shape().back()}, weight, bias, eps_)
                                  : rms_norm(x, weight, eps_);
}

}  // namespace horloge
