// The columns of each word, shared out among the heads, and put side by side
// again.
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.2.2: each head
// works with K = D / H columns of its own. See "Split into heads" in this
// lesson for the trap.

#include "exercises/split_heads/answer.h"

using namespace horloge;

/// Head h gets the columns h K to (h + 1) K of each word, H = num_heads.
///   x (B, T, D) -> (B, H, T, K)
/// Throws a ValueError if num_heads is 0 or does not divide D.
///
/// What may help: dims<3>(x.shape(), "x (B, T, D)") gives the three sizes, as
/// in const auto [B, T, D] = ...; a.reshape({n, m}) changes an array's shape
/// and leaves its numbers in order; xt::transpose(a, {0, 2, 1}) is an array
/// whose axis 1 is axis 2 of a and the other way round.
Array split_heads(const Array& x, std::size_t num_heads) {
  // solution: split_heads
  const auto [B, T, D] = dims<3>(x.shape(), "[split_heads] x (B, T, D)");
  if (num_heads == 0 || D % num_heads != 0)
    throw ValueError("[split_heads] num_heads must divide the columns");
  Array parts = x;
  parts.reshape({B, T, num_heads, D / num_heads});
  return xt::transpose(parts, {0, 2, 1, 3});
  // end
}

/// The heads of each word side by side again: what split_heads has split.
///   x (B, H, T, K) -> (B, T, H K)
Array merge_heads(const Array& x) {
  // solution: merge_heads
  const auto [B, H, T, K] = dims<4>(x.shape(), "[merge_heads] x (B, H, T, K)");
  Array merged = xt::transpose(x, {0, 2, 1, 3});  // (B, T, H, K)
  merged.reshape({B, T, H * K});
  return merged;
  // end
}
