#include "horloge/kernels/lookup.h"

#include <algorithm>

#include "horloge/core/parallel.h"

namespace horloge::detail {
namespace {

// Calls body(offset in x, offset in y) for every number of y, in parallel over the outer axis.
template <class Body>
void for_each_pick(const Ids& ids, const AxisView& x, const AxisView& y, const Body& body) {
  const std::int64_t* const id = ids.data();
  parallel_for(y.outer, rows_per_tile(y.size * y.inner), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t m = 0; m < y.size; ++m)
        for (std::size_t j = 0; j < y.inner; ++j) {
          const std::size_t at = (i * y.size + m) * y.inner + j;
          body((i * x.size + static_cast<std::size_t>(id[at])) * x.inner + j, at);
        }
  });
}

}  // namespace

void take_rows(const Ids& ids, const real* x, std::size_t columns, real* y) {
  const std::int64_t* const id = ids.data();
  parallel_for(ids.size(), rows_per_tile(columns), [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      std::copy_n(x + static_cast<std::size_t>(id[i]) * columns, columns, y + i * columns);
  });
}

// Equal ids meet in one row of dx, so the threads share out the columns: each adds all rows, in
// their order, within a strip of its own.
void scatter_rows(const Ids& ids, const real* dy, std::size_t columns, real* dx, std::int64_t skip,
                  const real* scale) {
  constexpr std::size_t strip = 64;
  const std::size_t tile = ids.size() * columns <= elements_per_tile ? columns : strip;
  const std::int64_t* const id = ids.data();
  parallel_for(columns, tile, [=, n = ids.size()](std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < n; ++i) {
      if (id[i] == skip) continue;
      const auto row = static_cast<std::size_t>(id[i]);
      real* const to = dx + row * columns;
      const real* const from = dy + i * columns;
      const real factor = scale == nullptr ? real{1} : scale[row];
#pragma omp simd
      for (std::size_t j = begin; j < end; ++j) to[j] += factor * from[j];
    }
  });
}

void take_along_axis(const Ids& ids, const AxisView& x_view, const AxisView& y_view, const real* x,
                     real* y) {
  for_each_pick(ids, x_view, y_view,
                [=](std::size_t at_x, std::size_t at_y) { y[at_y] = x[at_x]; });
}

void scatter_along_axis(const Ids& ids, const AxisView& x_view, const AxisView& y_view,
                        const real* dy, real* dx) {
  for_each_pick(ids, x_view, y_view,
                [=](std::size_t at_x, std::size_t at_y) { dx[at_x] += dy[at_y]; });
}

}  // namespace horloge::detail
