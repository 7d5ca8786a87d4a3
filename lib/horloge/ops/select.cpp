#include "horloge/ops/select.h"

#include <fmt/format.h>

#include <type_traits>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/error.h"

namespace horloge {
namespace {

// Strides along an inner row are 0 or 1. As constants they let the compiler make vector loops.
template <class Body>
void with_constant_stride(std::size_t stride, const Body& body) {
  if (stride == 0)
    body(std::integral_constant<std::size_t, 0>{});
  else
    body(std::integral_constant<std::size_t, 1>{});
}

void select_row(const bool* condition, std::size_t stride, const real* a, std::size_t stride_a,
                const real* b, std::size_t stride_b, real* y, std::size_t n) {
  with_constant_stride(stride, [=](auto s) {
    with_constant_stride(stride_a, [=](auto sa) {
      with_constant_stride(stride_b, [=](auto sb) {
#pragma omp simd
        for (std::size_t i = 0; i < n; ++i) {
          const real from_a = a[i * sa];
          const real from_b = b[i * sb];
          y[i] = condition[i * s] ? from_a : from_b;
        }
      });
    });
  });
}

// condition ? a : b, broadcast to `shape`.
Array select(const Shape& shape, const Mask& condition, const Array& a, const Array& b) {
  Array y = empty(shape);
  if (y.size() == 0) return y;
  const detail::Walk<3> walk(shape, {&condition.shape(), &a.shape(), &b.shape()});
  const std::size_t n = walk.inner_size();
  const auto stride = walk.axes.back().stride;
  const auto run = [&](std::size_t row, std::size_t from, std::size_t count) {
    const auto at = walk.offsets(row);
    select_row(condition.data() + at[0] + from * stride[0], stride[0],
               a.data() + at[1] + from * stride[1], stride[1], b.data() + at[2] + from * stride[2],
               stride[2], y.data() + row * n + from, count);
  };
  if (walk.rows() == 1) {  // contiguous: cut the one row
    parallel_for(n, elements_per_tile,
                 [&](std::size_t begin, std::size_t end) { run(0, begin, end - begin); });
  } else {
    parallel_for(walk.rows(), rows_per_tile(n), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) run(row, 0, n);
    });
  }
  return y;
}

}  // namespace

Tensor where(const Mask& condition, const Tensor& a, const Tensor& b) {
  const Shape shape =
      broadcast_shape(condition.shape(), broadcast_shape(a.shape(), b.shape(), "where"), "where");
  return record("where", select(shape, condition, a.array(), b.array()), {a, b},
                [condition](Array& dy, Gradients& d) {
                  const Array zero = zeros({});
                  if (d.wants(0)) d.add(0, select(dy.shape(), condition, dy, zero));
                  if (d.wants(1)) d.add(1, select(dy.shape(), condition, zero, dy));
                });
}

Tensor masked_fill(const Tensor& x, const Mask& mask, real value) {
  if (broadcast_shape(x.shape(), mask.shape(), "masked_fill") != x.shape())
    throw ShapeError(fmt::format("[masked_fill] the mask must broadcast to x: mask {}, x {}",
                                 to_string(mask.shape()), to_string(x.shape())));
  return record(
      "masked_fill", select(x.shape(), mask, full({}, value), x.array()), {x},
      [mask](Array& dy, Gradients& d) { d.add(0, select(dy.shape(), mask, zeros({}), dy)); });
}

}  // namespace horloge
