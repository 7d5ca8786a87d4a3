#pragma once

#include "horloge/core/buffer_pool.h"

#include <type_traits>
#include <utility>
#include <xtensor/xarray.hpp>

#include "horloge/core/ids.h"

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

// Under -std=c++20 g++ takes a dynamic shape for one of fixed rank, and expressions corrupt memory.
static_assert(
    std::is_same_v<xt::temporary_type_t<decltype(std::declval<Array&>() + std::declval<Array&>())>,
                   Array>,
    "xtensor must evaluate an expression of arrays to an array: build with -std=c++17");

}  // namespace horloge
