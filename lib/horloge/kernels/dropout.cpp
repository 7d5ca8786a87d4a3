#include "horloge/kernels/dropout.h"

#include <algorithm>

namespace horloge::detail {
namespace {

void mask_words(const std::uint32_t* words, const DropoutMask& mask, const real* x, real* y,
                std::size_t n) {
  const std::uint32_t keep_below = mask.keep_below;
  const real scale = mask.scale;
#pragma omp simd
  for (std::size_t i = 0; i < n; ++i) y[i] = words[i] < keep_below ? x[i] * scale : real{0};
}

}  // namespace

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

}  // namespace horloge::detail
