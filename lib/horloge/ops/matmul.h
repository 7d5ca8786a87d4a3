#pragma once

#include <cstddef>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Matrix product of the last two axes; the axes before them broadcast. A vector on the left counts
/// as a row, on the right as a column, and that axis goes away again.
///   a (…, m, k), b (…, k, n) -> y (…, m, n)
///   da = dy b^T                      db = a^T dy
Tensor matmul(const Tensor& a, const Tensor& b);

/// An affine map of the last axis. `bias` may be undefined.
///   x (…, I), weight (O, I), bias (O) -> y (…, O)        y = x W^T + b
///   dx = dy W                        dW = dy^T x                    db = sum of dy over rows
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias = {});

/// The same with some rows of a weight and bias that hold several projections one below the other.
///   x (…, I), weight (…, I), bias (…) -> y (…, rows.count)
struct RowRange {
  std::size_t first, count;
};
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, RowRange rows);

}  // namespace horloge
