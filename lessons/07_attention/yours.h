#pragma once

#include <cstddef>

#include "horloge/core/array.h"

// Of the exercises, what only one step calls.

/// Of all heads, each (B, H, T, K).
struct QueriesKeysValues {
  horloge::Array q, k, v;
};

/// The columns of a head are its queries, keys and values, K of each.
///   x (B, T, 3 D) -> each (B, H, T, K)
QueriesKeysValues split_qkv(const horloge::Array& x, std::size_t num_heads);

/// Each of the shape of what it belongs to.
struct AttentionGradients {
  horloge::Array q, k, v;
};

/// q (T, K), k (S, K), v (S, K'), weights (T, S), dy (T, K')
AttentionGradients attention_backward(const horloge::Array& q,
                                      const horloge::Array& k,
                                      const horloge::Array& v,
                                      const horloge::Array& weights,
                                      const horloge::Array& dy);
