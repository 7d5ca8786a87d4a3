#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

// Functions of each number on its own: y has the shape of x. Outside a function's domain y is NaN,
// as in <cmath>.

/// y = e^x              dx = dy * y
Tensor exp(const Tensor& x);

/// y = ln x             dx = dy / x
Tensor log(const Tensor& x);

/// y = x^(1/2)          dx = dy / (2 y)
Tensor sqrt(const Tensor& x);

/// y = x^(-1/2)         dx = -dy * y^3 / 2
Tensor rsqrt(const Tensor& x);

/// y = sin x            dx = dy * cos x
Tensor sin(const Tensor& x);

/// y = cos x            dx = -dy * sin x
Tensor cos(const Tensor& x);

/// y = |x|              dx = dy * sign x, and 0 at 0
Tensor abs(const Tensor& x);

/// y = x^2              dx = dy * 2 x
Tensor square(const Tensor& x);

/// x kept within lo and hi; a NaN stays one. ValueError if lo > hi.
///   y = min(max(x, lo), hi)         dx = dy where lo <= x <= hi, else 0
Tensor clamp(const Tensor& x, real lo, real hi);

}  // namespace horloge
