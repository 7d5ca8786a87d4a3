#include "horloge/ops/dropout.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"
#include "horloge/kernels/dropout.h"

namespace horloge {
namespace {

using detail::DropoutMask;

void mask_words(const std::uint32_t* words, const DropoutMask& mask, const real* x, real* y,
                std::size_t n) {
  const std::uint32_t keep_below = mask.keep_below;
  const real scale = mask.scale;
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i] = words[i] < keep_below ? x[i] * scale : real{0};
}

void apply(const DropoutMask& mask, const real* x, real* y, std::size_t size) {
  parallel_for(size, elements_per_tile, [=](std::size_t begin, std::size_t end) {
    detail::apply_dropout(mask, begin, x + begin, y + begin, end - begin);
  });
}

}  // namespace

namespace detail {

DropoutMask dropout_mask(double p, const StreamKey& key) {
  const double words_kept = std::min((1 - p) * 0x1p32, 0x1p32 - 1);
  return {key, static_cast<std::uint32_t>(words_kept),
          p == 1 ? real{0} : static_cast<real>(1 / (1 - p))};
}

void apply_dropout(const DropoutMask& mask, std::size_t first, const real* x, real* y,
                   std::size_t n) {
  constexpr std::size_t batch = 256;  // words at a time; a multiple of a block's four
  std::uint32_t words[batch + 4];
  for (std::size_t at = 0; at < n; at += batch) {
    const std::size_t skip = (first + at) % 4;  // of the first block
    const std::size_t count = std::min(batch, n - at);
    Rng::blocks(mask.key, (first + at) / 4, (skip + count + 3) / 4, words);
    mask_words(words + skip, mask, x + at, y + at, count);
  }
}

}  // namespace detail

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
