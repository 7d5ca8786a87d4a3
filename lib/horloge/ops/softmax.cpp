#include "horloge/ops/softmax.h"

#include <fmt/format.h>

#include <cmath>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/kernels/lines.h"
#include "horloge/kernels/simd_math.h"
#include "horloge/ops/lines.h"

namespace horloge {
namespace {

using detail::for_each_line;

using detail::line_dot;
using detail::line_exp;
using detail::line_max;
using detail::line_sum;
using detail::minus_infinity;

void softmax_line(const real* x, real* y, std::size_t n, std::size_t step) {
  const real largest = line_max(x, n, step);
  if (largest == minus_infinity) {  // nothing takes part; a NaN stays one
    for (std::size_t i = 0; i < n; ++i)
      y[i * step] = x[i * step] == minus_infinity ? real{0} : x[i * step];
    return;
  }
  const real scale = 1 / line_exp(x, largest, y, n, step);
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i * step] *= scale;
}

// dx += y * (dy - y . dy), or = where dx is fresh.
void softmax_line_backward(const real* y, const real* dy, real* dx, bool fresh, std::size_t n,
                           std::size_t step) {
  const real mean = line_dot(y, dy, n, step);
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i)
    dx[i * step] = y[i * step] * (dy[i * step] - mean) + (fresh ? real{0} : dx[i * step]);
}

// ln sum_j exp(x_j) = largest + rest. Kept apart: where x is large, their sum rounds away what the
// difference to x is about.
struct LogSum {
  real largest, rest;
};

LogSum logsumexp_line(const real* x, real* scratch, std::size_t n, std::size_t step) {
  const real largest = line_max(x, n, step);
  if (!std::isfinite(largest)) {  // all -infinity, or an infinity: no difference to take
    real sum = largest;
    for (std::size_t i = 0; i < n; ++i) sum = std::isnan(x[i * step]) ? x[i * step] : sum;
    return {sum, 0};
  }
  return {largest, std::log(line_exp(x, largest, scratch, n, step))};
}

}  // namespace

Tensor softmax(const Tensor& x, std::ptrdiff_t axis) {
  const AxisView view = view_axis(x.shape(), normalize_axis(axis, x.rank(), "softmax"));
  Array y = empty(x.shape());
  for_each_line(view, [in = x.data(), out = y.data(), n = view.size](auto, auto at, auto step) {
    softmax_line(in + at, out + at, n, step);
  });
  return record("softmax", std::move(y), {x}, [view](const Array& y, Array& dy, Gradients& d) {
    const auto dx = d.into(0);
    for_each_line(view, [&, n = view.size](auto, auto at, auto step) {
      softmax_line_backward(y.data() + at, dy.data() + at, dx.data + at, dx.fresh, n, step);
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
  for_each_line(view, [&, in = x.data(), out = y.data()](auto row, auto at, auto step) {
    const std::size_t n = visible(row);
    softmax_line(in + at, out + at, n, step);
    std::fill(out + at + n, out + at + view.size, real{0});
  });
  return record("causal_softmax", std::move(y), {x},
                [view, visible](const Array& y, Array& dy, Gradients& d) {
                  real* const dx = d.zeroed(0);
                  for_each_line(view, [&](auto row, auto at, auto step) {
                    softmax_line_backward(y.data() + at, dy.data() + at, dx + at, false,
                                          visible(row), step);
                  });
                });
}

Tensor log_softmax(const Tensor& x, std::ptrdiff_t axis) {
  const AxisView view = view_axis(x.shape(), normalize_axis(axis, x.rank(), "log_softmax"));
  Array y = empty(x.shape());
  for_each_line(view, [in = x.data(), out = y.data(), n = view.size](auto, auto at, auto step) {
    const LogSum sum = logsumexp_line(in + at, out + at, n, step);
#pragma omp simd
    for (std::size_t i = 0; i < n; ++i)
      out[at + i * step] = (in[at + i * step] - sum.largest) - sum.rest;
  });
  return record("log_softmax", std::move(y), {x}, [view](const Array& y, Array& dy, Gradients& d) {
    const auto dx = d.into(0);
    for_each_line(view, [&, n = view.size](auto, auto at, auto step) {
      const real total = line_sum(dy.data() + at, n, step);
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t k = at + i * step;
        dx.data[k] = dy.data()[k] - vexp(y.data()[k]) * total + (dx.fresh ? real{0} : dx.data[k]);
      }
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
  for_each_line(view, [&, in = x.data(), n = view.size](auto line, auto at, auto step) {
    const LogSum sum = logsumexp_line(in + at, scratch.data() + at, n, step);
    y.data()[line] = sum.largest + sum.rest;
  });
  return record("logsumexp", std::move(y), {x},
                [x = Saved(x), view](const Array& y, Array& dy, Gradients& d) {
                  const auto dx = d.into(0);
                  for_each_line(view, [&, n = view.size](auto line, auto at, auto step) {
                    const real total = y.data()[line];
                    const real upstream = dy.data()[line];
                    for (std::size_t i = 0; i < n; ++i) {
                      const std::size_t k = at + i * step;
                      const real share =
                          total == minus_infinity ? real{0} : vexp(x.data()[k] - total);
                      dx.data[k] = share * upstream + (dx.fresh ? real{0} : dx.data[k]);
                    }
                  });
                });
}

}  // namespace horloge
