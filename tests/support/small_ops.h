#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "horloge/autograd/record.h"
#include "horloge/core/broadcast.h"
#include "support/names.h"

// The smallest operations there are, for tests of the graph itself.

namespace horloge::test {

/// y = factor * x. Saves nothing.
inline Tensor times(const Tensor& x, real factor) {
  return record("times", map_array(x.array(), [=](real v) { return factor * v; }), {x},
                [factor](Array& dy, Gradients& d) {
                  for (real& g : dy) g *= factor;
                  d.add(0, std::move(dy));
                });
}

/// y = a + b, with broadcasting. Saves nothing.
inline Tensor plus(const Tensor& a, const Tensor& b) {
  return record("plus",
                broadcast_apply(a.array(), b.array(), "plus", [](real u, real v) { return u + v; }),
                {a, b}, [](Array& dy, Gradients& d) {
                  d.add(0, dy);
                  d.add(1, std::move(dy));
                });
}

/// y = a * b, with broadcasting. Saves both.
inline Tensor product(const Tensor& a, const Tensor& b) {
  const auto multiply = [](real u, real v) { return u * v; };
  return record("product", broadcast_apply(a.array(), b.array(), "product", multiply), {a, b},
                [a = Saved(a), b = Saved(b), multiply](Array& dy, Gradients& d) {
                  if (d.wants(0)) d.add(0, broadcast_apply(dy, *b, "product", multiply));
                  if (d.wants(1)) d.add(1, broadcast_apply(dy, *a, "product", multiply));
                });
}

/// y = x^2 by way of its output: dx = 2 sqrt(y) dy for x >= 0.
inline Tensor square_by_output(const Tensor& x) {
  return record("square_by_output", map_array(x.array(), [](real v) { return v * v; }), {x},
                [](const Array& y, Array& dy, Gradients& d) {
                  d.add(0, zip_arrays(dy, y, [](real g, real v) { return 2 * std::sqrt(v) * g; }));
                });
}

/// The sum of all elements.
inline Tensor total(const Tensor& x) {
  return record("total", sum_to(x.array(), {}), {x},
                [](Array& dy, Gradients& d) { d.add(0, full(d.shape(0), dy())); });
}

}  // namespace horloge::test
