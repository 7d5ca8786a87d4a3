#pragma once

#include "horloge/core/ids.h"
#include "horloge/core/xtensor.h"

#include <type_traits>
#include <utility>

namespace horloge {

#ifdef HORLOGE_DOUBLE
using real = double;
#else
using real = float;
#endif

/// Numbers, row-major and contiguous.
using Array = xt::xarray<real>;

/// true = takes part.
using Mask = xt::xarray<bool>;

/// Sizes along each axis, outermost first.
using Shape = Array::shape_type;

// With xtensor 0.24 under -std=c++20 g++ takes a dynamic shape for one of fixed rank, and
// expressions corrupt memory.
static_assert(
    std::is_same_v<xt::temporary_type_t<decltype(std::declval<Array&>() + std::declval<Array&>())>,
                   Array>,
    "xtensor must evaluate an expression of arrays to an array: xtensor 0.24 needs -std=c++17");

}  // namespace horloge
