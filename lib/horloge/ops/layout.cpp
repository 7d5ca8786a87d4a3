#include "horloge/ops/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"
#include "horloge/kernels/strided.h"

namespace horloge {
namespace {

std::ptrdiff_t signed_size(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

// A view into another array: where the entries of a result are in its memory.
struct StridedView {
  Shape shape;
  Strides strides;
  std::ptrdiff_t offset = 0;
};

StridedView whole(const Shape& shape) { return {shape, row_major_strides(shape)}; }

Copy how(const Gradients::Slot& slot) { return slot.fresh ? Copy::overwrite : Copy::add; }

// y = a copy of what a view shows of x, which visits no entry twice. If it visits them all, no
// entry of dx has to be zeroed.
Tensor copy_view(const char* op, const Tensor& x, const StridedView& view) {
  Array y = empty(view.shape);
  const Strides y_strides = row_major_strides(view.shape);
  copy_strided(view.shape, x.data() + view.offset, view.strides, y.data(), y_strides);
  const bool visits_all = y.size() == x.size();
  return record(op, std::move(y), {x}, [=](Array& dy, Gradients& d) {
    auto dx = d.into(0);
    if (dx.fresh && !visits_all) {
      std::fill_n(dx.data, element_count(d.shape(0)), real{0});
      dx.fresh = false;
    }
    copy_strided(view.shape, dy.data(), y_strides, dx.data + view.offset, view.strides, how(dx));
  });
}

Tensor with_shape(const char* op, const Tensor& x, const Shape& shape) {
  Array y = x.array();
  y.reshape(shape);
  return record(op, std::move(y), {x}, [](Array& dy, Gradients& d) {
    dy.reshape(d.shape(0));
    d.add(0, std::move(dy));
  });
}

// The entries of an axis that a range takes.
struct Places {
  std::ptrdiff_t first;
  std::size_t count;
};

Places places(const Range& range, std::size_t axis_size) {
  if (range.step == 0)
    throw ValueError("[slice] step must not be 0; 1 takes every entry, -1 runs backwards");
  const std::ptrdiff_t n = signed_size(axis_size);
  const bool forwards = range.step > 0;
  const std::ptrdiff_t lowest = forwards ? 0 : -1;
  const std::ptrdiff_t highest = forwards ? n : n - 1;
  const auto place = [&](std::ptrdiff_t at) {
    return std::clamp(at < 0 ? at + n : at, lowest, highest);
  };
  const std::ptrdiff_t first = place(range.start);
  const std::ptrdiff_t distance = (place(range.stop) - first) * (forwards ? 1 : -1);
  if (distance <= 0) return {0, 0};
  const std::size_t stride = forwards ? static_cast<std::size_t>(range.step)
                                      : std::size_t{0} - static_cast<std::size_t>(range.step);
  return {first, (static_cast<std::size_t>(distance) - 1) / stride + 1};
}

// The piece [begin, begin + size) of an axis.
StridedView piece(const Shape& shape, std::size_t axis, std::size_t begin, std::size_t size) {
  StridedView view = whole(shape);
  view.shape[axis] = size;
  view.offset = signed_size(begin) * view.strides[axis];
  return view;
}

// Joins tensors along an axis of `shape`; tensor i takes sizes[i] of it.
Tensor join(const char* op, const std::vector<Tensor>& tensors, const Shape& shape,
            std::size_t axis, const std::vector<std::size_t>& sizes) {
  Array y = empty(shape);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const StridedView to = piece(shape, axis, begin, sizes[i]);
    copy_strided(to.shape, tensors[i].data(), row_major_strides(to.shape), y.data() + to.offset,
                 to.strides);
    begin += sizes[i];
  }
  return record(op, std::move(y), tensors, [shape, axis, sizes](Array& dy, Gradients& d) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (d.wants(i)) {
        const StridedView from = piece(shape, axis, begin, sizes[i]);
        const auto dx = d.into(i);
        copy_strided(from.shape, dy.data() + from.offset, from.strides, dx.data,
                     row_major_strides(from.shape), how(dx));
      }
      begin += sizes[i];
    }
  });
}

void need_some(const std::vector<Tensor>& tensors, const char* who) {
  if (tensors.empty()) throw ValueError(fmt::format("[{}] needs at least one tensor", who));
}

bool equal_but_for(std::size_t axis, Shape a, Shape b) {
  if (a.size() != b.size()) return false;
  a[axis] = b[axis] = 0;
  return a == b;
}

}  // namespace

Tensor reshape(const Tensor& x, Shape shape) {
  const auto open = std::find(shape.begin(), shape.end(), infer);
  if (open != shape.end()) {
    *open = 1;
    if (std::find(shape.begin(), shape.end(), infer) != shape.end())
      throw ValueError("[reshape] only one size can be inferred from the others");
    const std::size_t others = element_count(shape);
    if (others == 0 || x.size() % others != 0)
      throw ShapeError(fmt::format(
          "[reshape] no size can be inferred: {} has {} elements, the other sizes make {}",
          to_string(x.shape()), x.size(), others));
    *open = x.size() / others;
  }
  if (element_count(shape) != x.size())
    throw ShapeError(fmt::format("[reshape] {} has {} elements, {} has {}", to_string(x.shape()),
                                 x.size(), to_string(shape), element_count(shape)));
  return with_shape("reshape", x, shape);
}

Tensor squeeze(const Tensor& x, std::ptrdiff_t axis) {
  const std::size_t gone = normalize_axis(axis, x.rank(), "squeeze");
  if (x.shape()[gone] != 1)
    throw ShapeError(
        fmt::format("[squeeze] axis {} of {} has size {}; only an axis of size 1 can be removed",
                    axis, to_string(x.shape()), x.shape()[gone]));
  Shape shape;
  for (std::size_t i = 0; i < x.rank(); ++i)
    if (i != gone) shape.push_back(x.shape()[i]);
  return with_shape("squeeze", x, shape);
}

Tensor unsqueeze(const Tensor& x, std::ptrdiff_t axis) {
  const std::size_t added = normalize_axis(axis, x.rank() + 1, "unsqueeze");
  Shape shape;
  for (std::size_t i = 0; i <= x.rank(); ++i)
    shape.push_back(i == added ? 1 : x.shape()[i < added ? i : i - 1]);
  return with_shape("unsqueeze", x, shape);
}

Tensor transpose(const Tensor& x, std::ptrdiff_t axis_a, std::ptrdiff_t axis_b) {
  const std::size_t a = normalize_axis(axis_a, x.rank(), "transpose");
  const std::size_t b = normalize_axis(axis_b, x.rank(), "transpose");
  StridedView view = whole(x.shape());
  std::swap(view.shape[a], view.shape[b]);
  std::swap(view.strides[a], view.strides[b]);
  return copy_view("transpose", x, view);
}

Tensor permute(const Tensor& x, const std::vector<std::ptrdiff_t>& axes) {
  if (axes.size() != x.rank())
    throw ShapeError(fmt::format("[permute] x {} has {} axes, but {} are given; name each once",
                                 to_string(x.shape()), x.rank(), axes.size()));
  const StridedView before = whole(x.shape());
  StridedView view = before;
  std::vector<bool> named(axes.size(), false);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::size_t axis = normalize_axis(axes[i], x.rank(), "permute");
    if (named[axis])
      throw ValueError(fmt::format("[permute] axis {} is named twice; name each once", axis));
    named[axis] = true;
    view.shape[i] = before.shape[axis];
    view.strides[i] = before.strides[axis];
  }
  return copy_view("permute", x, view);
}

Tensor flip(const Tensor& x, const std::vector<std::ptrdiff_t>& axes) {
  StridedView view = whole(x.shape());
  std::vector<bool> named(x.rank(), false);
  for (const std::ptrdiff_t which : axes) {
    const std::size_t axis = normalize_axis(which, x.rank(), "flip");
    if (named[axis]) throw ValueError(fmt::format("[flip] axis {} is named twice", axis));
    named[axis] = true;
    if (x.size() == 0) continue;  // there is no last entry to start from
    view.offset += (signed_size(view.shape[axis]) - 1) * view.strides[axis];
    view.strides[axis] = -view.strides[axis];
  }
  return copy_view("flip", x, view);
}

Tensor slice(const Tensor& x, const std::vector<Range>& ranges) {
  if (ranges.size() > x.rank())
    throw ShapeError(fmt::format("[slice] {} ranges for x {}, which has {} axes", ranges.size(),
                                 to_string(x.shape()), x.rank()));
  StridedView view = whole(x.shape());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Places taken = places(ranges[i], x.shape()[i]);
    view.offset += taken.first * view.strides[i];
    view.shape[i] = taken.count;
    view.strides[i] = taken.count > 1 ? view.strides[i] * ranges[i].step : 0;
  }
  return copy_view("slice", x, view);
}

std::vector<Tensor> split(const Tensor& x, const std::vector<std::size_t>& sizes,
                          std::ptrdiff_t axis) {
  const std::size_t along = normalize_axis(axis, x.rank(), "split");
  std::size_t total = 0;
  for (const std::size_t size : sizes) total += size;
  if (total != x.shape()[along])
    throw ShapeError(fmt::format("[split] the sizes add up to {}, axis {} of {} has {}", total,
                                 axis, to_string(x.shape()), x.shape()[along]));
  std::vector<Tensor> pieces;
  std::size_t begin = 0;
  for (const std::size_t size : sizes) {
    pieces.push_back(copy_view("split", x, piece(x.shape(), along, begin, size)));
    begin += size;
  }
  return pieces;
}

std::vector<Tensor> chunk(const Tensor& x, std::size_t n, std::ptrdiff_t axis) {
  const std::size_t size = x.shape()[normalize_axis(axis, x.rank(), "chunk")];
  if (n == 0 || size % n != 0)
    throw ShapeError(fmt::format(
        "[chunk] axis {} of {} has size {}, which does not divide into {} equal pieces; "
        "split() cuts unequal ones",
        axis, to_string(x.shape()), size, n));
  return split(x, std::vector<std::size_t>(n, size / n), axis);
}

Tensor concat(const std::vector<Tensor>& tensors, std::ptrdiff_t axis) {
  need_some(tensors, "concat");
  Shape shape = tensors[0].shape();
  const std::size_t along = normalize_axis(axis, shape.size(), "concat");
  std::vector<std::size_t> sizes;
  std::size_t total = 0;
  for (const Tensor& x : tensors) {
    if (!equal_but_for(along, x.shape(), shape))
      throw ShapeError(fmt::format("[concat] sizes may differ along axis {} only: {} and {}", axis,
                                   to_string(tensors[0].shape()), to_string(x.shape())));
    sizes.push_back(x.shape()[along]);
    total += sizes.back();
  }
  shape[along] = total;
  return join("concat", tensors, shape, along, sizes);
}

Tensor stack(const std::vector<Tensor>& tensors, std::ptrdiff_t axis) {
  need_some(tensors, "stack");
  const Shape& one = tensors[0].shape();
  const std::size_t added = normalize_axis(axis, one.size() + 1, "stack");
  for (const Tensor& x : tensors)
    if (x.shape() != one)
      throw ShapeError(fmt::format("[stack] all tensors must have one shape: {} and {}",
                                   to_string(one), to_string(x.shape())));
  Shape shape;
  for (std::size_t i = 0; i <= one.size(); ++i)
    shape.push_back(i == added ? tensors.size() : one[i < added ? i : i - 1]);
  return join("stack", tensors, shape, added, std::vector<std::size_t>(tensors.size(), 1));
}

Tensor expand(const Tensor& x, const Shape& shape) {
  return record("expand", broadcast_to(x.array(), shape, "expand"), {x},
                [](Array& dy, Gradients& d) { d.add(0, std::move(dy)); });
}

Tensor pad(const Tensor& x, const std::vector<std::pair<std::size_t, std::size_t>>& widths,
           real value) {
  if (widths.size() > x.rank())
    throw ShapeError(fmt::format("[pad] {} widths for x {}, which has {} axes", widths.size(),
                                 to_string(x.shape()), x.rank()));
  Shape shape = x.shape();
  for (std::size_t i = 0; i < widths.size(); ++i) shape[i] += widths[i].first + widths[i].second;
  StridedView middle = whole(shape);
  middle.shape = x.shape();
  for (std::size_t i = 0; i < widths.size(); ++i)
    middle.offset += signed_size(widths[i].first) * middle.strides[i];
  Array y = full(shape, value);
  const Strides x_strides = row_major_strides(x.shape());
  copy_strided(middle.shape, x.data(), x_strides, y.data() + middle.offset, middle.strides);
  return record("pad", std::move(y), {x}, [=](Array& dy, Gradients& d) {
    const auto dx = d.into(0);
    copy_strided(middle.shape, dy.data() + middle.offset, middle.strides, dx.data, x_strides,
                 how(dx));
  });
}

}  // namespace horloge
