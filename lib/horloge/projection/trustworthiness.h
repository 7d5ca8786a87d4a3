#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// How far a picture's neighbours can be trusted: 1 if the k nearest of each point in the picture
/// are among its k nearest in truth, less by how far down its true list each false one stands.
///   x (N, D) the points, y (N, P) the picture -> 0 … 1
///   1 - 2 / (N k (2 N - 3 k - 1)) sum_i sum_j (rank_i(j) - k), over the false neighbours j of i
/// Venna and Kaski, "Neighborhood preservation in nonlinear projection methods", 2001. Picked at
/// random, neighbours give about 0.5. ShapeError if the points do not pair up, ValueError unless
/// 1 <= k < N / 2.
double trustworthiness(const Array& x, const Array& y, std::size_t k = 5);

/// Squared distance from each point to each.
///   x (N, D) -> (N, N)
Array squared_distances(const Array& x);

}  // namespace horloge
