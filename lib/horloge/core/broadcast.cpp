#include "horloge/core/broadcast.h"

#include <fmt/format.h>

#include "horloge/core/error.h"

namespace horloge {

Array sum_to(const Array& x, const Shape& shape) {
  if (broadcast_shape(x.shape(), shape, "sum_to") != x.shape())
    throw ShapeError(
        fmt::format("[sum_to] {} does not broadcast to {}, so {} cannot be summed to it",
                    to_string(shape), to_string(x.shape()), to_string(x.shape())));
  Array out = zeros(shape);
  if (x.size() == 0) return out;
  const detail::Walk<2> walk(x.shape(), {&x.shape(), &shape});
  const std::size_t n = walk.inner_size();
  const bool summed_inside = walk.axes.back().stride[1] == 0 && n > 1;
  for (std::size_t row = 0; row < walk.rows(); ++row) {
    const auto at = walk.offsets(row);
    const real* in = x.data() + at[0];
    real* to = out.data() + at[1];
    if (summed_inside) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(in[i]);
      *to += static_cast<real>(sum);
    } else {
#pragma omp simd
      for (std::size_t i = 0; i < n; ++i) to[i] += in[i];
    }
  }
  return out;
}

Array broadcast_to(const Array& x, const Shape& shape, const char* who) {
  if (broadcast_shape(x.shape(), shape, who) != shape)
    throw ShapeError(fmt::format("[{}] {} does not broadcast to {}", who, to_string(x.shape()),
                                 to_string(shape)));
  const Array target = empty(shape);
  return broadcast_apply(x, target, who, [](real a, real) { return a; });
}

}  // namespace horloge
