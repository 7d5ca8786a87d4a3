#pragma once

// For operations along an axis, whose kernels work on one line of it at a time.

#include <cstddef>
#include <type_traits>

#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"

namespace horloge::detail {

/// Calls line(number, offset, step) for each line along an axis, in parallel: its elements stand at
/// offset + i * step. Lines of the last axis have the constant step 1, from which the compiler
/// makes a vector loop.
template <class Line>
void for_each_line(const AxisView& view, const Line& line) {
  const std::size_t lines = view.outer * view.inner;
  parallel_for(lines, rows_per_tile(view.size, elements_per_tile / 4),
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i) {
                   if (view.inner == 1)
                     line(i, i * view.size, std::integral_constant<std::size_t, 1>{});
                   else
                     line(i, i / view.inner * view.size * view.inner + i % view.inner, view.inner);
                 }
               });
}

}  // namespace horloge::detail
