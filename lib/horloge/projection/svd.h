#pragma once

#include "horloge/core/array.h"

namespace horloge {

/// The thin singular value decomposition: x = u diag(s) vt, with R = min(M, N).
struct Svd {
  Array u;   ///< (M, R), columns of length 1 at right angles
  Array s;   ///< (R), largest first, none negative
  Array vt;  ///< (R, N), rows of length 1 at right angles
};

/// Decomposes x (M, N) by LAPACK's gesdd, in double. A column of u and its row of vt are determined
/// up to a common sign, which LAPACK chooses. ShapeError unless x has two axes and an element,
/// ValueError if a number is not finite.
Svd svd(const Array& x);

}  // namespace horloge
