#pragma once

#include <cstddef>
#include <vector>

#include "horloge/autograd/tensor.h"

namespace horloge {

// An axis may count from the end (-1 = last). It goes away, or stays with size 1 if `keep_axis`.
// IndexError if there is no such axis. Without an axis, all numbers are reduced to one.
//
// Sums are taken in double, over pieces cut the same way whatever the number of threads.

/// y = sum of x; 0 over an axis of size 0.
///   dx_i = dy
Tensor sum(const Tensor& x);
Tensor sum(const Tensor& x, std::ptrdiff_t axis, bool keep_axis = false);
/// Over several axes, in any order; ValueError if one is named twice. None leaves x as it is.
Tensor sum(const Tensor& x, const std::vector<std::ptrdiff_t>& axes, bool keep_axis = false);

/// y = sum of x / N, N the count of numbers; NaN over an axis of size 0.
///   dx_i = dy / N
Tensor mean(const Tensor& x);
Tensor mean(const Tensor& x, std::ptrdiff_t axis, bool keep_axis = false);
Tensor mean(const Tensor& x, const std::vector<std::ptrdiff_t>& axes, bool keep_axis = false);

/// Variance in two passes, the mean first.
///   y = sum (x - mean x)^2 / M, M = N, or N - 1 if `unbiased`      dx = dy * 2 (x - mean x) / M
Tensor var(const Tensor& x, std::ptrdiff_t axis, bool unbiased = false, bool keep_axis = false);

/// The largest number, NaN if there is one among them. Its gradient goes to the first that is
/// largest, even if others are equal. ShapeError if there is no number to choose from.
Tensor max(const Tensor& x);
Tensor max(const Tensor& x, std::ptrdiff_t axis, bool keep_axis = false);

/// Sums so far, along an axis.
///   x (…, N, …) -> y the same        y_i = x_0 + … + x_i
///   dx_i = dy_i + … + dy_(N-1)
Tensor cumsum(const Tensor& x, std::ptrdiff_t axis);

}  // namespace horloge
