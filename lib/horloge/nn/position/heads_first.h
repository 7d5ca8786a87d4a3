#pragma once

// What the schemes whose bias is learned have in common.

#include "horloge/ops/layout.h"

namespace horloge {

/// A bias with a number for each head, as attention takes it.
///   x (T, S, H) or (B, T, S, H) -> (H, T, S) or (B, H, T, S)
inline Tensor heads_first(const Tensor& x) {
  return x.rank() == 3 ? permute(x, {2, 0, 1}) : permute(x, {0, 3, 1, 2});
}

}  // namespace horloge
