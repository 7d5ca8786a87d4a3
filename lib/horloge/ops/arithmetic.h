#pragma once

#include "horloge/autograd/tensor.h"

namespace horloge {

// Two tensors broadcast as in NumPy: counted from the last axis, sizes are equal or 1. The gradient
// of an operand that was repeated is summed over the repetitions. ShapeError if shapes do not fit.
// A plain number as the other operand costs no tensor.

/// y = a + b        da = dy, db = dy
Tensor add(const Tensor& a, const Tensor& b);

/// y = a - b        da = dy, db = -dy
Tensor sub(const Tensor& a, const Tensor& b);

/// y = a * b        da = dy * b, db = dy * a
Tensor mul(const Tensor& a, const Tensor& b);

/// y = a / b        da = dy / b, db = -dy * y / b
Tensor div(const Tensor& a, const Tensor& b);

/// y = -x           dx = -dy
Tensor neg(const Tensor& x);

/// y = x^p          dx = dy * p x^(p - 1), and 0 for p = 0
Tensor pow(const Tensor& x, real p);

/// The larger of a and b, NaN if either is. Its gradient goes to the larger; equal operands get
/// half each.
Tensor maximum(const Tensor& a, const Tensor& b);

/// The smaller of a and b, otherwise as maximum.
Tensor minimum(const Tensor& a, const Tensor& b);

inline Tensor operator+(const Tensor& a, const Tensor& b) { return add(a, b); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return sub(a, b); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return mul(a, b); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return div(a, b); }
inline Tensor operator-(const Tensor& x) { return neg(x); }

Tensor operator+(const Tensor& x, real s);
Tensor operator-(const Tensor& x, real s);
Tensor operator*(const Tensor& x, real s);
Tensor operator/(const Tensor& x, real s);
Tensor operator+(real s, const Tensor& x);
Tensor operator-(real s, const Tensor& x);
Tensor operator*(real s, const Tensor& x);
Tensor operator/(real s, const Tensor& x);

}  // namespace horloge
