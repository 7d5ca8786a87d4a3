#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// How far the neighbours in an embedding can be trusted: 1 if the k nearest neighbours of each
/// point in y are also its k nearest in x; each false neighbour costs its rank in x beyond k.
///   x (N, D) the points, y (N, P) their embedding -> 0 to 1
///   1 - 2 / (N k (2 N - 3 k - 1)) sum_i sum_j (rank_i(j) - k), over the false neighbours j of i
/// Venna and Kaski, "Neighborhood preservation in nonlinear projection methods: an experimental
/// study", ICANN 2001. A random embedding scores about 0.5.
///
/// ShapeError unless both have two axes and N rows, ValueError unless 1 <= k < N / 2.
double trustworthiness(const Array& x, const Array& y, std::size_t k = 5);

}  // namespace horloge
