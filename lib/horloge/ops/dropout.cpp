#include "horloge/ops/dropout.h"

#include <fmt/format.h>

#include <algorithm>

#include "horloge/autograd/record.h"
#include "horloge/core/error.h"
#include "horloge/core/parallel.h"

namespace horloge {
namespace {

struct DrawnMask {
  StreamKey key;
  std::uint32_t keep_below;  // an element stays if its random word is below
  real scale;                // 1 / (1 - p)
};

void mask_words(const std::uint32_t* words, const DrawnMask& mask, const real* x, real* y,
                std::size_t n) {
  const std::uint32_t keep_below = mask.keep_below;
  const real scale = mask.scale;
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i] = words[i] < keep_below ? x[i] * scale : real{0};
}

// y = mask x / (1 - p); y may be x.
void apply(const DrawnMask& mask, const real* x, real* y, std::size_t size) {
  constexpr std::size_t batch = 256;  // words at a time; a multiple of a block's four
  static_assert(elements_per_tile % batch == 0);
  parallel_for(size, elements_per_tile, [=](std::size_t begin, std::size_t end) {
    std::uint32_t words[batch];
    for (std::size_t at = begin; at < end; at += batch) {
      const std::size_t n = std::min(batch, end - at);
      Rng::blocks(mask.key, at / 4, (n + 3) / 4, words);
      mask_words(words, mask, x + at, y + at, n);
    }
  });
}

}  // namespace

Tensor dropout(const Tensor& x, double p, const StreamKey& key) {
  if (!(p >= 0 && p <= 1))
    throw ValueError(fmt::format("[dropout] p must be in [0, 1], got {}", p));
  if (p == 0) return x;
  const double words_kept = std::min((1 - p) * 0x1p32, 0x1p32 - 1);
  const DrawnMask mask{key, static_cast<std::uint32_t>(words_kept),
                       p == 1 ? real{0} : static_cast<real>(1 / (1 - p))};
  Array y = empty(x.shape());
  apply(mask, x.data(), y.data(), x.size());
  return record("dropout", std::move(y), {x}, [mask](Array& dy, Gradients& d) {
    apply(mask, dy.data(), dy.data(), dy.size());
    d.add(0, std::move(dy));
  });
}

}  // namespace horloge
