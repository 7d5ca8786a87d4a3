#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

/// Numbers of `a` where `condition` is true, of `b` elsewhere. All three broadcast as in NumPy.
///   y_i = condition_i ? a_i : b_i       da = dy where condition, else 0; db the other way round
/// A number that is not chosen has no influence at all, not even as a NaN. ShapeError if the shapes
/// do not fit. Call it as horloge::where: a mask is an xtensor array, so without the name space the
/// compiler also tries xt::where, and gives up.
Tensor where(const Mask& condition, const Tensor& a, const Tensor& b);

/// x with `value` written wherever `mask` is true. The mask broadcasts to x.
///   x (…) -> y the same                 y_i = mask_i ? value : x_i
///   dx = dy where the mask is false, else 0
/// ShapeError if the mask does not broadcast to x.
Tensor masked_fill(const Tensor& x, const Mask& mask, real value);

}  // namespace horloge
