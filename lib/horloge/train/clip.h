#pragma once

#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Scales all gradients by one factor so that their norm, taken as one vector, is at most
/// `max_norm`; returns the norm before.
///   total = (sum |g|^norm_type)^(1 / norm_type)         g = g * min(1, max_norm / (total + 1e-6))
/// An infinite norm_type is the largest |g|. Parameters without a gradient do not count. A NaN
/// in a gradient makes the total and all gradients NaN. Pascanu et al., "On the difficulty of
/// training recurrent neural networks", ICML 2013; the 1e-6 is PyTorch's.
double clip_grad_norm(const std::vector<Tensor>& parameters, double max_norm, double norm_type = 2);

}  // namespace horloge
