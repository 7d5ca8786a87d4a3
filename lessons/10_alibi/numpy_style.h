#pragma once

#include <cstddef>

#include "common/largest_difference.h"
#include "horloge/core/array.h"

// ALiBi from scratch on arrays: what the other files of the lesson stand on.

/// For numbers that a float would round.
using Doubles = xt::xarray<double>;

/// Softmax of -slope d: the weights of keys that stand d = 0, 1, … N - 1 tokens
/// back and fit equally well.   -> (N)
Doubles weights_by_distance(double slope, std::size_t N);

/// The slopes of H heads, H a power of two: 2^(-8/H), its square, its cube …
///   -> (H)
horloge::Array power_slopes(std::size_t H);

/// -slope |i - j| for queries i and keys j.   slopes (H) -> (H, T, T)
horloge::Array alibi_bias(const horloge::Array& slopes, std::size_t T);

enum class Sees { all, past };

/// Softmax of each row; with Sees::past query i gives nothing to the keys after
/// it.   scores (H, T, T) -> the same
horloge::Array row_weights(const horloge::Array& scores, Sees sees);
