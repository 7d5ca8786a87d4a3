#pragma once

// Heads on an axis of their own, for attention that shows its weights. Where nobody looks at them,
// multi_head_attention reads the heads where a projection leaves them.

#include <cstddef>

#include "horloge/core/shape.h"
#include "horloge/ops/layout.h"

namespace horloge {

/// x (B, T, n K) -> y (B, n, T, K)
inline Tensor split_heads(const Tensor& x, std::size_t n) {
  const auto [B, T, D] = dims<3>(x.shape(), "[split_heads] x (B, T, n K)");
  return transpose(reshape(x, {B, T, n, D / n}), 1, 2);
}

/// x (B, n, T, K) -> y (B, T, n K)
inline Tensor merge_heads(const Tensor& x) {
  const auto [B, n, T, K] = dims<4>(x.shape(), "[merge_heads] x (B, n, T, K)");
  return reshape(transpose(x, 1, 2), {B, T, n * K});
}

}  // namespace horloge
