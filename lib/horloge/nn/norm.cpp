#include "horloge/nn/norm.h"

#include <fmt/format.h>

#include "horloge/ops/norm.h"

namespace horloge {

Norm::Norm(std::size_t d_model, const NormOptions& options)
    : weight(parameter("weight", ones({d_model}))), eps_(options.eps) {
  if (options.kind == NormKind::layer) bias = parameter("bias", zeros({d_model}));
  setting("eps", fmt::format("{}", eps_));
}

Tensor Norm::operator()(const Tensor& x) const {
  return bias.defined() ? layer_norm(x, weight.shape(), weight, bias, eps_)
                        : rms_norm(x, weight, eps_);
}

}  // namespace horloge
