#pragma once

#include <cstddef>
#include <vector>

#include "horloge/core/array.h"

/// Seven words each of the first five groups of data/words/groups.tsv, with
/// their GloVe vectors.
struct GroupedWords {
  horloge::Array rows;              ///< (35, 100)
  std::vector<std::size_t> groups;  ///< 0 to 4
};
GroupedWords grouped_words();

/// How many points have one of their own group as their nearest.
std::size_t nearest_of_own_group(const horloge::Array& points,
                                 const std::vector<std::size_t>& groups);

/// The distances between the centres of any two groups of points.
///   points (N, D), a group of each
std::vector<double> group_distances(const horloge::Array& points,
                                    const std::vector<std::size_t>& groups);

/// Of two lists of the same length, -1 to 1 (Pearson).
double correlation(const std::vector<double>& a, const std::vector<double>& b);
