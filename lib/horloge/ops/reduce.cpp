#include "horloge/ops/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/lines.h"
#include "horloge/kernels/sums.h"
#include "horloge/ops/elementwise.h"

namespace horloge {
namespace {

using Axes = std::vector<std::ptrdiff_t>;

// A shape before and after a reduction over some of its axes.
struct ReducedAxes {
  std::vector<bool> reduced;  ///< for each axis
  Shape kept;                 ///< reduced axes have size 1
  Shape dropped;              ///< reduced axes are gone
  std::size_t count = 1;      ///< numbers that become one

  ReducedAxes(const Shape& shape, const Axes& axes, const char* who) : reduced(shape.size()) {
    for (const std::ptrdiff_t named : axes) {
      const std::size_t axis = normalize_axis(named, shape.size(), who);
      if (reduced[axis]) throw ValueError(fmt::format("[{}] axis {} is named twice", who, axis));
      reduced[axis] = true;
    }
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      kept.push_back(reduced[axis] ? 1 : shape[axis]);
      if (reduced[axis])
        count *= shape[axis];
      else
        dropped.push_back(shape[axis]);
    }
  }
  const Shape& shape(bool keep_axis) const { return keep_axis ? kept : dropped; }
};

Axes all_axes(const Tensor& x) {
  Axes axes(x.rank());
  std::iota(axes.begin(), axes.end(), std::ptrdiff_t{0});
  return axes;
}

// The axes begin … end - 1 seen as one.
AxisView view_run(const Shape& shape, std::size_t begin, std::size_t end) {
  AxisView view;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    (axis < begin ? view.outer : axis < end ? view.size : view.inner) *= shape[axis];
  return view;
}

// Sums over the reduced axes, which stay with size 1: each run of neighbours in one go, the last
// run first.
Array sum_array(const Array& x, const ReducedAxes& r) {
  Array y;
  const Array* from = &x;
  for (std::size_t end = x.dimension(); end > 0; --end) {
    if (!r.reduced[end - 1]) continue;
    std::size_t begin = end - 1;
    while (begin > 0 && r.reduced[begin - 1]) --begin;
    Shape shape = from->shape();
    const AxisView view = view_run(shape, begin, end);
    for (std::size_t axis = begin; axis < end; ++axis) shape[axis] = 1;
    Array sums = empty(shape);
    sum_axis(from->data(), sums.data(), view);
    y = std::move(sums);
    from = &y;
    end = begin + 1;
  }
  return from == &x ? x : y;
}

void divide(Array& x, real divisor) {
  if (divisor != 1) detail::map_in_place(x, [divisor](real v) { return v / divisor; });
}

// sum, and mean if `average`.
Tensor add_up(const char* op, const Tensor& x, const Axes& axes, bool keep_axis, bool average) {
  const ReducedAxes r(x.shape(), axes, op);
  const real divisor = average ? static_cast<real>(r.count) : real{1};
  Array y = sum_array(x.array(), r);
  divide(y, divisor);
  y.reshape(r.shape(keep_axis));
  return record(op, std::move(y), {x}, [op, divisor, kept = r.kept](Array& dy, Gradients& d) {
    divide(dy, divisor);
    dy.reshape(kept);
    d.add(0, broadcast_to(dy, d.shape(0), op));
  });
}

Tensor largest(const Tensor& x, const AxisView& view, const Shape& shape) {
  if (view.size == 0)
    throw ShapeError(fmt::format("[max] x {} has no numbers to choose from", to_string(x.shape())));
  Array y = empty(shape);
  std::vector<std::size_t> places(y.size());
  detail::for_each_line(view, [&, in = x.data(), n = view.size](auto line, auto at, auto stride) {
    places[line] = at + detail::line_argmax(in + at, n, stride);
    y.data()[line] = in[places[line]];
  });
  return record("max", std::move(y), {x}, [places = std::move(places)](Array& dy, Gradients& d) {
    real* const dx = d.zeroed(0);
    for (std::size_t i = 0; i < places.size(); ++i) dx[places[i]] += dy.data()[i];
  });
}

}  // namespace

Tensor sum(const Tensor& x) { return add_up("sum", x, all_axes(x), false, false); }
Tensor sum(const Tensor& x, std::ptrdiff_t axis, bool keep_axis) {
  return add_up("sum", x, Axes{axis}, keep_axis, false);
}
Tensor sum(const Tensor& x, const Axes& axes, bool keep_axis) {
  return add_up("sum", x, axes, keep_axis, false);
}

Tensor mean(const Tensor& x) { return add_up("mean", x, all_axes(x), false, true); }
Tensor mean(const Tensor& x, std::ptrdiff_t axis, bool keep_axis) {
  return add_up("mean", x, Axes{axis}, keep_axis, true);
}
Tensor mean(const Tensor& x, const Axes& axes, bool keep_axis) {
  return add_up("mean", x, axes, keep_axis, true);
}

Tensor var(const Tensor& x, std::ptrdiff_t axis, bool unbiased, bool keep_axis) {
  const ReducedAxes r(x.shape(), Axes{axis}, "var");
  const std::size_t lost = unbiased && r.count > 0 ? 1 : 0;
  const auto divisor = static_cast<real>(r.count - lost);
  Array mean = sum_array(x.array(), r);
  divide(mean, static_cast<real>(r.count));
  Array deviation =
      broadcast_apply(x.array(), mean, "var", [](real v, real middle) { return v - middle; });
  Array y = sum_array(map_array(deviation, [](real v) { return v * v; }), r);
  divide(y, divisor);
  y.reshape(r.shape(keep_axis));
  return record(
      "var", std::move(y), {x},
      [deviation = std::move(deviation), kept = r.kept, divisor](Array& dy, Gradients& d) {
        divide(dy, divisor / 2);
        dy.reshape(kept);
        d.add(0, broadcast_apply(deviation, dy, "var", [](real v, real g) { return v * g; }));
      });
}

Tensor max(const Tensor& x) { return largest(x, view_run(x.shape(), 0, x.rank()), Shape{}); }
Tensor max(const Tensor& x, std::ptrdiff_t axis, bool keep_axis) {
  const ReducedAxes r(x.shape(), Axes{axis}, "max");
  const AxisView view = view_axis(x.shape(), normalize_axis(axis, x.rank(), "max"));
  return largest(x, view, r.shape(keep_axis));
}

Tensor cumsum(const Tensor& x, std::ptrdiff_t axis) {
  const AxisView view = view_axis(x.shape(), normalize_axis(axis, x.rank(), "cumsum"));
  Array y = empty(x.shape());
  detail::for_each_line(view, [&, n = view.size](auto, auto at, auto stride) {
    detail::line_cumsum(x.data() + at, y.data() + at, n, stride, false);
  });
  return record("cumsum", std::move(y), {x}, [view](Array& dy, Gradients& d) {
    detail::for_each_line(view, [&, n = view.size](auto, auto at, auto stride) {
      detail::line_cumsum(dy.data() + at, dy.data() + at, n, stride, true);
    });
    d.add(0, std::move(dy));
  });
}

}  // namespace horloge
