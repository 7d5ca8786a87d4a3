#pragma once

#include <string>

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Einstein's summation for two operands, with the letters NumPy uses: one for each axis, the same
/// letter for axes that run together. Letters that the output lacks are summed over.
///   einsum("bhqd,bhkd->bhqk", q, k)        y[b, h, q, k] = sum_d q[b, h, q, d] k[b, h, k, d]
/// The output must be written. No letter may repeat within one operand: a diagonal is not taken.
/// ValueError for a malformed equation; ShapeError if it does not fit the shapes.
Tensor einsum(const std::string& equation, const Tensor& a, const Tensor& b);

}  // namespace horloge
