#pragma once

#include <array>
#include <cstddef>

#include "horloge/core/array.h"
#include "horloge/core/parallel.h"
#include "horloge/core/shape.h"

namespace horloge {

/// Sums over the axes along which `x` was broadcast from `shape`: the gradient of broadcasting.
/// ShapeError if `shape` does not broadcast to that of `x`.
Array sum_to(const Array& x, const Shape& shape);

/// `x` repeated along its axes of size 1, and along new leading axes, to fill `shape`. ShapeError,
/// in the name of `who`, if it does not broadcast to it.
Array broadcast_to(const Array& x, const Shape& shape, const char* who);

namespace detail {

/// How operands of broadcast shapes are walked together: the output's axes, neighbours merged where
/// all operands allow it, with each operand's stride along them (0 where it repeats).
template <std::size_t operands>
struct Walk {
  struct Axis {
    std::size_t size;
    std::array<std::size_t, operands> stride;
  };
  xt::svector<Axis, 4> axes;  ///< outermost first; at least one

  Walk(const Shape& out, const std::array<const Shape*, operands>& shapes) {
    std::array<std::size_t, operands> volume;
    volume.fill(1);
    xt::svector<Axis, 4> inner_first;
    for (std::size_t back = 1; back <= out.size(); ++back) {
      Axis axis{out[out.size() - back], {}};
      for (std::size_t o = 0; o < operands; ++o) {
        const Shape& s = *shapes[o];
        const std::size_t size = back <= s.size() ? s[s.size() - back] : 1;
        axis.stride[o] = size == 1 ? 0 : volume[o];
        volume[o] *= size;
      }
      if (axis.size == 1) continue;
      if (!inner_first.empty() && continues(inner_first.back(), axis))
        inner_first.back().size *= axis.size;
      else
        inner_first.push_back(axis);
    }
    if (inner_first.empty()) inner_first.push_back(Axis{1, {}});
    axes.assign(inner_first.rbegin(), inner_first.rend());
  }

  std::size_t inner_size() const { return axes.back().size; }
  std::size_t rows() const {
    std::size_t n = 1;
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) n *= axes[i].size;
    return n;
  }
  /// The offset of each operand at the start of an inner row.
  std::array<std::size_t, operands> offsets(std::size_t row) const {
    std::array<std::size_t, operands> at{};
    for (std::size_t i = axes.size() - 1; i > 0; --i) {
      const Axis& axis = axes[i - 1];
      for (std::size_t o = 0; o < operands; ++o) at[o] += row % axis.size * axis.stride[o];
      row /= axis.size;
    }
    return at;
  }

 private:
  static bool continues(const Axis& inner, const Axis& outer) {
    for (std::size_t o = 0; o < operands; ++o)
      if (outer.stride[o] != inner.stride[o] * inner.size) return false;
    return true;
  }
};

template <class F>
void binary_row(const real* a, std::size_t stride_a, const real* b, std::size_t stride_b, real* y,
                std::size_t n, const F& f) {
  if (stride_a == 1 && stride_b == 1) {
#pragma omp simd
    for (std::size_t i = 0; i < n; ++i) y[i] = f(a[i], b[i]);
  } else if (stride_a == 1) {
    const real b0 = *b;
#pragma omp simd
    for (std::size_t i = 0; i < n; ++i) y[i] = f(a[i], b0);
  } else if (stride_b == 1) {
    const real a0 = *a;
#pragma omp simd
    for (std::size_t i = 0; i < n; ++i) y[i] = f(a0, b[i]);
  } else {
    const real value = f(*a, *b);
    for (std::size_t i = 0; i < n; ++i) y[i] = value;
  }
}

}  // namespace detail

/// y = f(a, b) element by element, with NumPy broadcasting.
template <class F>
Array broadcast_apply(const Array& a, const Array& b, const char* who, const F& f) {
  Array y = empty(broadcast_shape(a.shape(), b.shape(), who));
  if (y.size() == 0) return y;
  const detail::Walk<2> walk(y.shape(), {&a.shape(), &b.shape()});
  const std::size_t n = walk.inner_size();
  const auto& inner = walk.axes.back();
  if (walk.rows() == 1) {  // contiguous: cut the one row
    parallel_for(n, elements_per_tile, [&](std::size_t begin, std::size_t end) {
      detail::binary_row(a.data() + begin * inner.stride[0], inner.stride[0],
                         b.data() + begin * inner.stride[1], inner.stride[1], y.data() + begin,
                         end - begin, f);
    });
    return y;
  }
  parallel_for(walk.rows(), rows_per_tile(n), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto at = walk.offsets(row);
      detail::binary_row(a.data() + at[0], inner.stride[0], b.data() + at[1], inner.stride[1],
                         y.data() + row * n, n, f);
    }
  });
  return y;
}

/// y = f(x) element by element.
template <class F>
Array map_array(const Array& x, const F& f) {
  Array y = empty(x.shape());
  const real* in = x.data();
  real* out = y.data();
  parallel_for(x.size(), elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) out[i] = f(in[i]);
  });
  return y;
}

/// y = f(a, b) element by element, for arrays of one shape.
template <class F>
Array zip_arrays(const Array& a, const Array& b, const F& f) {
  Array y = empty(a.shape());
  const real* in_a = a.data();
  const real* in_b = b.data();
  real* out = y.data();
  parallel_for(a.size(), elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) out[i] = f(in_a[i], in_b[i]);
  });
  return y;
}

}  // namespace horloge
