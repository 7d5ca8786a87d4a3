#pragma once

// Copies of what ids point to, and the way back, which adds up where ids are equal, in the order of
// the ids. Ids must be in range. Readable twins: the formulas in ops/lookup.h, by hand in
// tests/ops/lookup_test.cpp.

#include <cstddef>
#include <cstdint>

#include "horloge/core/array.h"
#include "horloge/core/shape.h"

namespace horloge::detail {

/// y[i, :] = x[ids[i], :] for rows of `columns` numbers.
void take_rows(const Ids& ids, const real* x, std::size_t columns, real* y);

/// dx[ids[i], :] += scale[ids[i]] * dy[i, :], except for the id `skip`. A null scale is 1.
void scatter_rows(const Ids& ids, const real* dy, std::size_t columns, real* dx,
                  std::int64_t skip = -1, const real* scale = nullptr);

/// y[i, m, j] = x[i, ids[i, m, j], j], with x and y seen as (outer, axis, inner).
void take_along_axis(const Ids& ids, const AxisView& x_view, const AxisView& y_view, const real* x,
                     real* y);

/// dx[i, ids[i, m, j], j] += dy[i, m, j].
void scatter_along_axis(const Ids& ids, const AxisView& x_view, const AxisView& y_view,
                        const real* dy, real* dx);

}  // namespace horloge::detail
