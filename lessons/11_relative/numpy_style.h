#pragma once

#include <string>

#include "common/largest_difference.h"
#include "horloge/core/array.h"
#include "horloge/figures/figure.h"

// Relative positions from scratch on arrays: what the other files of the lesson
// stand on.

/// The row of a clipped table of 2k + 1 for a key at position j and a query at
/// position i: 0 for k positions back or more, k for the token itself.
std::size_t clipped_row(std::size_t i, std::size_t j, std::size_t k);

/// q_i · table[row of j - i]: what each query makes of each distance.
///   q (T, K), table (2k + 1, K) -> (T, T)
horloge::Array distance_scores(const horloge::Array& q,
                               const horloge::Array& table);

// Small helpers.

horloge::HeatMap score_map(const std::string& title,
                           const horloge::Array& scores);
