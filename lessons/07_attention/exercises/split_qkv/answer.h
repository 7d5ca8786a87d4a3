#pragma once

#include "course/exercise/exercise.h"

/// Of all heads, each (B, H, T, K).
struct QueriesKeysValues {
  horloge::Array q, k, v;
};

QueriesKeysValues split_qkv(const horloge::Array& x, std::size_t num_heads);
horloge::Array split_qkv_backward(const QueriesKeysValues& d);
