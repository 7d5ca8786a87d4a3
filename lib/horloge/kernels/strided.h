#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// How far memory moves for one step along each axis: 0 repeats, a negative one walks backwards.
using Steps = xt::svector<std::ptrdiff_t, 4>;

/// The steps of a contiguous array of a shape.
Steps row_major_steps(const Shape& shape);

enum class Copy { overwrite, add };

/// to[i, j, …] = from[i, j, …] for every index in `shape`, or += with Copy::add; each side walks
/// with its own steps. `to` must not meet an element twice, nor overlap `from`. In parallel.
void copy_strided(const Shape& shape, const real* from, const Steps& from_steps, real* to,
                  const Steps& to_steps, Copy how = Copy::overwrite);

}  // namespace horloge
