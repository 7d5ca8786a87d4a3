#pragma once

#include "horloge/autograd/tensor.h"
#include "horloge/core/rng.h"

namespace horloge {

/// Sets each element to 0 with probability p, and divides the others by 1 - p, so that sums stay
/// the same on average (Srivastava et al., JMLR 15, 2014).
///   x (…) -> y (…)        y = mask x / (1 - p)        dx = mask dy / (1 - p)
/// The mask is a function of the key and of an element's place alone. It is the same for any number
/// of threads, and is drawn anew in the backward pass, not stored. With p = 0, y is x itself.
Tensor dropout(const Tensor& x, double p, const StreamKey& key);

}  // namespace horloge
