#pragma once

#include <cstddef>

#include "course/stage/lesson.h"

/// Head h gets the columns h K to (h + 1) K of each word, K = D / H.
///   x (B, T, D) -> (B, H, T, K)
horloge::Array split_heads(const horloge::Array& x, std::size_t num_heads);

/// The heads of each word side by side again.
///   x (B, H, T, K) -> (B, T, H K)
horloge::Array merge_heads(const horloge::Array& x);

/// Each (D, D).
struct HeadWeights {
  horloge::Array q, k, v, out;
};

/// Self-attention with several heads.
///   x (B, T, D), mask (T, T) -> y (B, T, D)
horloge::Array multi_head_attention(const horloge::Array& x,
                                    const HeadWeights& W, std::size_t num_heads,
                                    const horloge::Mask& mask);
