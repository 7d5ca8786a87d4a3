#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// out (columns) = beta * out + sum of x (rows, columns) over its rows. Parallel over columns, so
/// the order of summation, and the bits, do not depend on the threads.
void sum_rows(const real* x, real* out, std::size_t rows, std::size_t columns, real beta);

}  // namespace horloge
