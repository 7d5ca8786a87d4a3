#pragma once

// For the `.cpp` files of elementwise operations: an operation there is two formulas, forward and
// backward, and these functions do the rest.

#include <cstddef>
#include <utility>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "horloge/core/parallel.h"

namespace horloge::detail {

/// dy_i = f(v_i, dy_i) in place, for arrays of one shape.
template <class F>
void map_in_place(Array& dy, const Array& v, const F& f) {
  const real* in = v.data();
  real* out = dy.data();
  parallel_for(dy.size(), elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) out[i] = f(in[i], out[i]);
  });
}

/// dy_i = f(dy_i) in place.
template <class F>
void map_in_place(Array& dy, const F& f) {
  real* out = dy.data();
  parallel_for(dy.size(), elements_per_tile, [=](std::size_t begin, std::size_t end) {
#pragma omp simd
    for (std::size_t i = begin; i < end; ++i) out[i] = f(out[i]);
  });
}

/// y = forward(x), dx = backward(x, dy). Keeps x.
template <class Forward, class Backward>
Tensor map_by_input(const char* op, const Tensor& x, const Forward& forward,
                    const Backward& backward) {
  return record(op, map_array(x.array(), forward), {x},
                [x = Saved(x), backward](Array& dy, Gradients& d) {
                  map_in_place(dy, *x, backward);
                  d.add(0, std::move(dy));
                });
}

/// y = forward(x), dx = backward(y, dy). Keeps y, which the next operation often keeps anyway.
template <class Forward, class Backward>
Tensor map_by_output(const char* op, const Tensor& x, const Forward& forward,
                     const Backward& backward) {
  return record(op, map_array(x.array(), forward), {x},
                [backward](const Array& y, Array& dy, Gradients& d) {
                  map_in_place(dy, y, backward);
                  d.add(0, std::move(dy));
                });
}

/// y = forward(x), dx = backward(dy). Keeps nothing.
template <class Forward, class Backward>
Tensor map_linear(const char* op, const Tensor& x, const Forward& forward,
                  const Backward& backward) {
  return record(op, map_array(x.array(), forward), {x}, [backward](Array& dy, Gradients& d) {
    map_in_place(dy, backward);
    d.add(0, std::move(dy));
  });
}

}  // namespace horloge::detail
