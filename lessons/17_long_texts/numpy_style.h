#pragma once

#include <cstdint>

#include "horloge/core/array.h"

// From scratch on arrays: what the other files of the lesson stand on.

/// A row as rotary positions turn it at a position.   x (1, K)
horloge::Array rotated(const horloge::Array& x, std::int64_t position);

/// What CoPE adds to the scores of one head, 0 above the diagonal.
///   q, k (T, K), vectors (P, K) -> (T, T)
horloge::Array cope_bias(const horloge::Array& q, const horloge::Array& k,
                         const horloge::Array& vectors);
