#include "horloge/nn/norm.h"

#include "horloge/ops/norm.h"

namespace horloge {

LayerNorm::LayerNorm(std::size_t d_model, double eps)
    : weight(parameter("weight", ones({d_model}))),
      bias(parameter("bias", zeros({d_model}))),
      eps_(eps) {}

Tensor LayerNorm::operator()(const Tensor& x) const {
  return layer_norm(x, weight.shape(), weight, bias, eps_);
}

RMSNorm::RMSNorm(std::size_t d_model, double eps)
    : weight(parameter("weight", ones({d_model}))), eps_(eps) {}

Tensor RMSNorm::operator()(const Tensor& x) const { return rms_norm(x, weight, eps_); }

}  // namespace horloge
