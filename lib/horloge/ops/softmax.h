#pragma once

#include <cstddef>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Softmax along an axis, the last by default.
///   x (…, N, …) -> y the same        y_i = exp(x_i - max x) / sum_j exp(x_j - max x)
///   dx = y * (dy - sum_j dy_j y_j)
/// An entry of -infinity has probability 0 and no gradient; where all are -infinity, y is 0.
Tensor softmax(const Tensor& x, std::ptrdiff_t axis = -1);

/// Softmax of scores, row i over the columns j <= i only.
///   x (…, T, S) -> y (…, T, S)
Tensor causal_softmax(const Tensor& x);

/// Logarithm of softmax along an axis, exact where softmax itself rounds to 0.
///   y_i = x_i - logsumexp(x)         dx = dy - softmax(x) * sum_j dy_j
Tensor log_softmax(const Tensor& x, std::ptrdiff_t axis = -1);

/// ln sum_j exp(x_j) along an axis, which goes away (or stays as 1 with keep_axis).
///   dx_i = dy * softmax(x)_i
Tensor logsumexp(const Tensor& x, std::ptrdiff_t axis = -1, bool keep_axis = false);

}  // namespace horloge
