#include "horloge/ops/lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/kernels/lookup.h"

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

std::vector<real> one_over_counts(const Ids& ids, std::size_t size) {
  std::vector<real> scale(size, 0);
  for (const std::int64_t id : ids) scale[static_cast<std::size_t>(id)] += 1;
  for (real& s : scale) s = s == 0 ? 0 : 1 / s;
  return scale;
}

// The row of padding counted from the start, or -1, which is no id.
std::int64_t padding_row(const EmbeddingOptions& options, std::size_t V) {
  if (!options.padding_idx) return -1;
  const std::int64_t padding = *options.padding_idx;
  const auto rows = static_cast<std::int64_t>(V);
  if (padding < -rows || padding >= rows)
    throw IndexError(fmt::format("[embedding] padding_idx {} is outside of a vocabulary of size {}",
                                 padding, V));
  return padding < 0 ? padding + rows : padding;
}

}  // namespace

Tensor embedding(const Ids& ids, const Tensor& weight, const EmbeddingOptions& options) {
  const auto [V, D] = dims<2>(weight.shape(), "[embedding] weight (V, D)");
  check_ids(ids, V, "embedding", "a vocabulary");
  const std::int64_t padding = padding_row(options, V);
  Shape shape = shape_of(ids);
  shape.push_back(D);
  Array y = empty(shape);
  detail::take_rows(ids, weight.data(), D, y.data());
  return record(
      "embedding", std::move(y), {weight},
      [ids, padding, by_freq = options.scale_grad_by_freq, V = V, D = D](Array& dy, Gradients& d) {
        const std::vector<real> scale = by_freq ? one_over_counts(ids, V) : std::vector<real>();
        detail::scatter_rows(ids, dy.data(), D, d.zeroed(0), padding,
                             by_freq ? scale.data() : nullptr);
      });
}

Tensor index_select(const Tensor& x, const Ids& ids) {
  if (x.rank() == 0) throw ShapeError("[index_select] x (N, …) needs an axis to pick from, got ()");
  check_ids(ids, x.shape()[0], "index_select", "an axis");
  const std::size_t columns = view_axis(x.shape(), 0).inner;
  Shape shape = shape_of(ids);
  for (std::size_t i = 1; i < x.rank(); ++i) shape.push_back(x.shape()[i]);
  Array y = empty(shape);
  detail::take_rows(ids, x.data(), columns, y.data());
  return record("index_select", std::move(y), {x}, [ids, columns](Array& dy, Gradients& d) {
    detail::scatter_rows(ids, dy.data(), columns, d.zeroed(0));
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
  detail::take_along_axis(ids, from, to, x.data(), y.data());
  return record("gather", std::move(y), {x}, [ids, from, to](Array& dy, Gradients& d) {
    detail::scatter_along_axis(ids, from, to, dy.data(), d.zeroed(0));
  });
}

}  // namespace horloge
