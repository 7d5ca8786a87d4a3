#pragma once

// Copies between two memory layouts. Readable twin: picked in tests/ops/layout_test.cpp.

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// Strides, in elements: 0 repeats an axis, a negative one walks it backwards.
using Strides = xt::svector<std::ptrdiff_t, 4>;

/// The strides of a contiguous array of a shape.
Strides row_major_strides(const Shape& shape);

enum class Copy { overwrite, add };

/// to[i, j, …] = from[i, j, …] for every index in `shape`, or += with Copy::add; each side has its
/// own strides. Those of `to` must not visit an element twice, and the two must not overlap. In
/// parallel.
void copy_strided(const Shape& shape, const real* from, const Strides& from_strides, real* to,
                  const Strides& to_strides, Copy how = Copy::overwrite);

}  // namespace horloge
