#pragma once

#include "horloge/core/array.h"

namespace horloge {

/// Squared Euclidean distances between all pairs of rows.
///   x (N, D) -> (N, N)        y_ij = sum_d (x_id - x_jd)^2
/// ShapeError unless x has two axes.
Array squared_distances(const Array& x);

}  // namespace horloge
