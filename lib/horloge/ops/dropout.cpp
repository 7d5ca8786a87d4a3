#include "horloge/ops/dropout.h"

#include <fmt/format.h>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/kernels/dropout.h"

namespace horloge {
namespace {

void apply(const detail::DropoutMask& mask, const real* x, real* y, std::size_t size) {
  parallel_for(size, elements_per_tile, [=](std::size_t begin, std::size_t end) {
    detail::apply_dropout(mask, begin, x + begin, y + begin, end - begin);
  });
}

}  // namespace

Tensor dropout(const Tensor& x, double p, const StreamKey& key) {
  if (!(p >= 0 && p <= 1))
    throw ValueError(fmt::format("[dropout] p must be in [0, 1], got {}", p));
  if (p == 0) return x;
  const detail::DropoutMask mask = detail::dropout_mask(p, key);
  Array y = empty(x.shape());
  apply(mask, x.data(), y.data(), x.size());
  return record("dropout", std::move(y), {x}, [mask](Array& dy, Gradients& d) {
    apply(mask, dy.data(), dy.data(), dy.size());
    d.add(0, std::move(dy));
  });
}

}  // namespace horloge
