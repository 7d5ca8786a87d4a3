#pragma once

#include <cstdint>

#include "horloge/core/array.h"

// From scratch on arrays: what the other files of the lesson stand on.

/// Softmax of scores (n) with one more, of a key without a value; the weights
/// sum to less than 1.
horloge::Array softmax_with_sink(const horloge::Array& scores, double sink);

/// A row as rotary positions turn it at a position.   x (1, K)
horloge::Array rotated(const horloge::Array& x, std::int64_t position);

/// What CoPE adds to the scores of one head, 0 above the diagonal.
///   q, k (T, K), vectors (P, K) -> (T, T)
horloge::Array cope_bias(const horloge::Array& q, const horloge::Array& k,
                         const horloge::Array& vectors);
