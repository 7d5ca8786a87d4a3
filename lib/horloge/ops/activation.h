#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

// Functions of each number on its own: y has the shape of x. A NaN stays one. Where x is so large
// that y or its derivative is constant, both are; only silu and gelu of -infinity are NaN, as in
// PyTorch, because their formulas multiply it by 0.

/// y = max(x, 0)                    dx = dy where x > 0, else 0
Tensor relu(const Tensor& x);

/// y = x for x > 0, else slope x    dx = dy for x > 0, else slope dy
Tensor leaky_relu(const Tensor& x, real slope = real{0.01});

/// y = x for x > 0, else alpha (e^x - 1)         dx = dy for x > 0, else alpha e^x dy
/// Clevert et al., "Fast and accurate deep network learning by exponential linear units", 2016.
Tensor elu(const Tensor& x, real alpha = 1);

/// y = 1 / (1 + e^-x)               dx = dy * y (1 - y)
Tensor sigmoid(const Tensor& x);

/// y = tanh x                       dx = dy * (1 - y^2)
Tensor tanh(const Tensor& x);

/// y = x s, s = sigmoid(x)          dx = dy * s (1 + x (1 - s))
/// Also called swish.
Tensor silu(const Tensor& x);

/// y = ln(1 + e^x)                  dx = dy * sigmoid(x)
Tensor softplus(const Tensor& x);

/// GELU as it is defined, with P the distribution function and p the density of the standard
/// normal distribution: Hendrycks and Gimpel, "Gaussian error linear units", 2016.
///   y = x P(x) = x (1 + erf(x / sqrt 2)) / 2      dx = dy * (P(x) + x p(x))
Tensor gelu_erf(const Tensor& x);

/// GELU as GPT-2 and the original BERT compute it (section 2 of the same paper).
///   y = x (1 + t) / 2, t = tanh(sqrt(2 / pi) (x + 0.044715 x^3))
///   dx = dy * ((1 + t) / 2 + x (1 - t^2) sqrt(2 / pi) (1 + 3 * 0.044715 x^2) / 2)
Tensor gelu_tanh(const Tensor& x);

}  // namespace horloge
