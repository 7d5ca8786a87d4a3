#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Layer normalisation (Ba, Kiros and Hinton, arXiv 1607.06450) over the last axes, which must
/// equal `normalized_shape`. `weight` and `bias` have that shape, or are undefined.
///   x (…, N) -> y (…, N)        x^ = (x - mean) / s, s = sqrt(var + eps)        y = x^ w + b
///   g = dy w                    dx = (g - mean(g) - x^ mean(g x^)) / s
///   dw = sum of dy x^           db = sum of dy, both over the rows
/// Mean and variance are those of a row; the variance is divided by N.
Tensor layer_norm(const Tensor& x, const Shape& normalized_shape, const Tensor& weight = {},
                  const Tensor& bias = {}, double eps = 1e-5);

/// Normalisation by the root mean square of the last axis (Zhang and Sennrich, arXiv 1910.07467):
/// layer normalisation that does not subtract the mean. `weight` (N) may be undefined.
///   x (…, N) -> y (…, N)        x^ = x / s, s = sqrt(mean(x^2) + eps)        y = x^ w
///   g = dy w                    dx = (g - x^ mean(g x^)) / s
Tensor rms_norm(const Tensor& x, const Tensor& weight = {}, double eps = 1e-6);

}  // namespace horloge
