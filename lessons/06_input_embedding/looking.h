#pragma once

#include <cstddef>
#include <vector>

#include "horloge/core/array.h"
#include "horloge/figures/figure.h"

/// A picture of points, their names still empty.
horloge::Scatter points_of(const horloge::Array& points);

/// How near a nearest neighbour is: its distance over the mean distance of all
/// pairs, averaged over the points.
///   x (N, D)
double nearest_to_mean(const horloge::Array& x);

/// The share of points whose nearest neighbour, by the angle between them, is
/// of the same class.
///   x (N, D), classes N
double nearest_of_same_class(const horloge::Array& x,
                             const std::vector<std::size_t>& classes);

/// The positions of the largest numbers of v (N), the largest first.
std::vector<std::size_t> largest_first(const horloge::Array& v,
                                       std::size_t count);

/// The position of the largest number in each row.   x (N, C) -> (N)
horloge::Ids largest_of_each_row(const horloge::Array& x);
