#include "horloge/ops/lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"

namespace horloge {
namespace {

Shape shape_of(const Ids& ids) { return Shape(ids.shape().begin(), ids.shape().end()); }

void check_ids(const Ids& ids, std::size_t size, const char* who, const char* of_what) {
  const auto* const bad =
      std::find_if(ids.data(), ids.data() + ids.size(),
                   [size](std::int64_t id) { return static_cast<std::uint64_t>(id) >= size; });
  if (bad == ids.data() + ids.size()) return;
  const auto n = static_cast<std::size_t>(bad - ids.data());
  throw IndexError(fmt::format("[{}] id {} at {} is outside of {} of size {}; ids run from 0 to {}",
                               who, *bad, to_string(index_of(n, shape_of(ids))), of_what, size,
                               static_cast<std::ptrdiff_t>(size) - 1));
}

void take_rows(const Ids& ids, const real* x, std::size_t columns, real* y) {
  const std::int64_t* const id = ids.data();
  parallel_for(ids.size(), rows_per_tile(columns), [=](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      std::copy_n(x + static_cast<std::size_t>(id[i]) * columns, columns, y + i * columns);
  });
}

struct NoScale {
  real operator()(std::int64_t) const { return 1; }
};

// dx[ids[i], :] += scale(ids[i]) * dy[i, :]. Equal ids meet in one row of dx, so the threads share
// out the columns: each adds all rows, in their order, within a strip of its own.
template <class Scale>
void scatter_rows(const Ids& ids, const real* dy, std::size_t columns, real* dx,
                  const Scale& scale) {
  constexpr std::size_t strip = 64;
  const std::size_t tile = ids.size() * columns <= elements_per_tile ? columns : strip;
  const std::int64_t* const id = ids.data();
  parallel_for(columns, tile, [=, n = ids.size()](std::size_t begin, std::size_t end) {
    for (std::size_t i = 0; i < n; ++i) {
      real* const to = dx + static_cast<std::size_t>(id[i]) * columns;
      const real* const from = dy + i * columns;
      const real factor = scale(id[i]);
      if (factor == real{0}) continue;
#pragma omp simd
      for (std::size_t j = begin; j < end; ++j) to[j] += factor * from[j];
    }
  });
}

std::vector<real> one_over_counts(const Ids& ids, std::size_t size) {
  std::vector<real> scale(size, 0);
  for (const std::int64_t id : ids) scale[static_cast<std::size_t>(id)] += 1;
  for (real& s : scale) s = s == 0 ? 0 : 1 / s;
  return scale;
}

}  // namespace

Tensor embedding(const Ids& ids, const Tensor& weight, const EmbeddingOptions& options) {
  const auto [V, D] = dims<2>(weight.shape(), "[embedding] weight (V, D)");
  check_ids(ids, V, "embedding", "a vocabulary");
  std::int64_t padding = options.padding_idx.value_or(0);
  const auto rows = static_cast<std::int64_t>(V);
  if (options.padding_idx && (padding < -rows || padding >= rows))
    throw IndexError(fmt::format("[embedding] padding_idx {} is outside of a vocabulary of size {}",
                                 padding, V));
  if (!options.padding_idx)
    padding = -1;  // no id is negative
  else if (padding < 0)
    padding += rows;

  Shape shape = shape_of(ids);
  shape.push_back(D);
  Array y = empty(shape);
  take_rows(ids, weight.data(), D, y.data());
  return record(
      "embedding", std::move(y), {weight},
      [ids, padding, by_freq = options.scale_grad_by_freq, V = V, D = D](Array& dy, Gradients& d) {
        real* const dw = d.zeroed(0);
        if (by_freq) {
          const std::vector<real> scale = one_over_counts(ids, V);
          scatter_rows(ids, dy.data(), D, dw, [&scale, padding](std::int64_t id) {
            return id == padding ? real{0} : scale[static_cast<std::size_t>(id)];
          });
        } else {
          scatter_rows(ids, dy.data(), D, dw,
                       [padding](std::int64_t id) { return id == padding ? real{0} : real{1}; });
        }
      });
}

Tensor index_select(const Tensor& x, const Ids& ids) {
  if (x.rank() == 0) throw ShapeError("[index_select] x (N, …) needs an axis to pick from, got ()");
  check_ids(ids, x.shape()[0], "index_select", "an axis");
  const std::size_t columns = view_axis(x.shape(), 0).inner;
  Shape shape = shape_of(ids);
  for (std::size_t i = 1; i < x.rank(); ++i) shape.push_back(x.shape()[i]);
  Array y = empty(shape);
  take_rows(ids, x.data(), columns, y.data());
  return record("index_select", std::move(y), {x}, [ids, columns](Array& dy, Gradients& d) {
    scatter_rows(ids, dy.data(), columns, d.zeroed(0), NoScale{});
  });
}

Tensor gather(const Tensor& x, std::ptrdiff_t axis, const Ids& ids) {
  const std::size_t along = normalize_axis(axis, x.rank(), "gather");
  const Shape shape = shape_of(ids);
  Shape fits = x.shape();
  if (shape.size() == x.rank()) fits[along] = shape[along];
  if (shape != fits)
    throw ShapeError(fmt::format("[gather] x {} and ids {} may differ along axis {} only",
                                 to_string(x.shape()), to_string(shape), axis));
  const AxisView from = view_axis(x.shape(), along);
  check_ids(ids, from.size, "gather", "an axis");
  Array y = empty(shape);
  const AxisView to = view_axis(shape, along);
  // Calls body(place in x, place in y) for every entry of y in [first, last) of the outer axes.
  const auto walk = [from, to](const Ids& ids, std::size_t first, std::size_t last,
                               const auto& body) {
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t m = 0; m < to.size; ++m)
        for (std::size_t j = 0; j < to.inner; ++j) {
          const std::size_t n = (i * to.size + m) * to.inner + j;
          const auto id = static_cast<std::size_t>(ids.data()[n]);
          body((i * from.size + id) * from.inner + j, n);
        }
  };
  const std::size_t tile = rows_per_tile(to.size * to.inner);
  parallel_for(to.outer, tile, [&](std::size_t first, std::size_t last) {
    walk(ids, first, last,
         [in = x.data(), out = y.data()](auto at_x, auto at_y) { out[at_y] = in[at_x]; });
  });
  return record("gather", std::move(y), {x}, [ids, walk, tile, to](Array& dy, Gradients& d) {
    real* const dx = d.zeroed(0);
    parallel_for(to.outer, tile, [&](std::size_t first, std::size_t last) {
      walk(ids, first, last,
           [dx, from = dy.data()](auto at_x, auto at_y) { dx[at_x] += from[at_y]; });
    });
  });
}

}  // namespace horloge
