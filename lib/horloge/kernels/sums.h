#pragma once

// Sums over one axis. Cut into fixed tiles: the bits do not depend on the threads. Readable twins:
// the loops in tests/kernels/sums_test.cpp, groups in tests/ops/reduce_test.cpp.

#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/core/shape.h"

namespace horloge {

/// out (columns) = beta * out + sum of x (rows, columns) over its rows, in `real`. Parallel over
/// columns.
void sum_rows(const real* x, real* out, std::size_t rows, std::size_t columns, real beta);

/// The sum of n numbers, in double.
double sum_in_double(const real* x, std::size_t n);

/// y (outer, inner) = sum of x (outer, size, inner) over its middle axis, in double. The axis is
/// cut into pieces, each summed on its own, so that a long sum has work for every thread.
void sum_axis(const real* x, real* y, const AxisView& view);

}  // namespace horloge
