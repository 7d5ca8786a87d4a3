#pragma once

// Dropout on part of an array, for operations that drop within themselves. Readable twin:
// naive_dropout in tests/ops/dropout_test.cpp.

#include <cstddef>
#include <cstdint>

#include "horloge/core/rng.h"

namespace horloge::detail {

struct DropoutMask {
  StreamKey key;
  std::uint32_t keep_below;  ///< an element stays if its random word is below
  real scale;                ///< 1 / (1 - p)
};
DropoutMask dropout_mask(double p, const StreamKey& key);

/// y = mask x / (1 - p) for the n elements from number `first` on; y may be x.
void apply_dropout(const DropoutMask& mask, std::size_t first, const real* x, real* y,
                   std::size_t n);

}  // namespace horloge::detail
