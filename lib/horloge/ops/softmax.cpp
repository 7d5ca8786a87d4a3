#include "horloge/ops/softmax.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/kernels/softmax.h"

namespace horloge {

using detail::for_each_line;

Tensor softmax(const Tensor& x, std::ptrdiff_t axis) {
  const AxisView view = view_axis(x.shape(), normalize_axis(axis, x.rank(), "softmax"));
  Array y = empty(x.shape());
  for_each_line(view, [in = x.data(), out = y.data(), n = view.size](auto, auto at, auto stride) {
    detail::softmax_line(in + at, out + at, n, stride);
  });
  return record("softmax", std::move(y), {x}, [view](const Array& y, Array& dy, Gradients& d) {
    const auto dx = d.into(0);
    for_each_line(view, [&, n = view.size](auto, auto at, auto stride) {
      detail::softmax_line_backward(y.data() + at, dy.data() + at, dx.data + at, dx.fresh, n,
                                    stride);
    });
  });
}

Tensor causal_softmax(const Tensor& x) {
  if (x.rank() < 2)
    throw ShapeError(fmt::format("[causal_softmax] x (…, T, S) needs two axes or more, got {}",
                                 to_string(x.shape())));
  const std::size_t T = x.shape()[x.rank() - 2];
  const AxisView view = view_axis(x.shape(), x.rank() - 1);
  const auto visible = [T, S = view.size](std::size_t row) { return std::min(row % T + 1, S); };
  Array y = empty(x.shape());
  for_each_line(view, [&, in = x.data(), out = y.data()](auto row, auto at, auto stride) {
    const std::size_t n = visible(row);
    detail::softmax_line(in + at, out + at, n, stride);
    std::fill(out + at + n, out + at + view.size, real{0});
  });
  return record("causal_softmax", std::move(y), {x},
                [view, visible](const Array& y, Array& dy, Gradients& d) {
                  real* const dx = d.zeroed(0);
                  for_each_line(view, [&](auto row, auto at, auto stride) {
                    detail::softmax_line_backward(y.data() + at, dy.data() + at, dx + at, false,
                                                  visible(row), stride);
                  });
                });
}

Tensor log_softmax(const Tensor& x, std::ptrdiff_t axis) {
  const AxisView view = view_axis(x.shape(), normalize_axis(axis, x.rank(), "log_softmax"));
  Array y = empty(x.shape());
  for_each_line(view, [in = x.data(), out = y.data(), n = view.size](auto, auto at, auto stride) {
    detail::log_softmax_line(in + at, out + at, n, stride);
  });
  return record("log_softmax", std::move(y), {x}, [view](const Array& y, Array& dy, Gradients& d) {
    const auto dx = d.into(0);
    for_each_line(view, [&, n = view.size](auto, auto at, auto stride) {
      detail::log_softmax_line_backward(y.data() + at, dy.data() + at, dx.data + at, dx.fresh, n,
                                        stride);
    });
  });
}

Tensor logsumexp(const Tensor& x, std::ptrdiff_t axis, bool keep_axis) {
  const std::size_t along = normalize_axis(axis, x.rank(), "logsumexp");
  const AxisView view = view_axis(x.shape(), along);
  Shape shape;
  for (std::size_t i = 0; i < x.rank(); ++i)
    if (i != along || keep_axis) shape.push_back(i == along ? 1 : x.shape()[i]);
  Array y = empty(shape);
  Array scratch = empty(x.shape());
  for_each_line(view, [&, in = x.data(), n = view.size](auto line, auto at, auto stride) {
    const auto sum = detail::logsumexp_line(in + at, scratch.data() + at, n, stride);
    y.data()[line] = sum.largest + sum.rest;
  });
  return record("logsumexp", std::move(y), {x},
                [x = Saved(x), view](const Array& y, Array& dy, Gradients& d) {
                  const auto dx = d.into(0);
                  for_each_line(view, [&, n = view.size](auto line, auto at, auto stride) {
                    detail::logsumexp_line_backward(x.data() + at, y.data()[line], dy.data()[line],
                                                    dx.data + at, dx.fresh, n, stride);
                  });
                });
}

}  // namespace horloge
