#pragma once

#include "common/largest_difference.h"
#include "horloge/core/array.h"

// Rotary positions from scratch on arrays: what the other files of the lesson
// stand on.

/// Angles and frequencies: a float would be off by 0.01 at position 200,000.
using Doubles = xt::xarray<double>;

/// How far each pair turns from one position to the next, in radians:
/// base^(-2j / K).   -> (K/2)
Doubles frequencies(std::size_t K, double base = 10000);

/// Row t with its pair (2j, 2j + 1) turned by positions[t] * omega[j].
///   x (T, K), positions (T), omega (K/2) -> (T, K)
horloge::Array rotate(const horloge::Array& x, const horloge::Ids& positions,
                      const Doubles& omega);

// Small helpers.

/// The same row at each of T positions.   (K) -> (T, K)
horloge::Array everywhere(const horloge::Array& row, std::size_t T);

double dot(const horloge::Array& a, const horloge::Array& b);

/// How much the numbers along a diagonal of scores (T, T) differ, at most.
double along_diagonals(const horloge::Array& scores);
