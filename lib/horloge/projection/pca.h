#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// The principal components of N points in D dimensions.
struct Pca {
  Array mean;                      ///< (D)
  Array components;                ///< (K, D), orthonormal rows, largest variance first
  Array singular_values;           ///< (K)
  Array explained_variance;        ///< (K), singular_value^2 / (N - 1): the variance along each
  Array explained_variance_ratio;  ///< (K), as a fraction of the total variance
  Array projected;                 ///< (N, K), the coordinates of the points

  /// The coordinates of other points along the same components.
  ///   x (…, D) -> (…, K)        (x - mean) components^T
  /// ShapeError unless the last axis has size D.
  Array project(const Array& x) const;
};

/// The K = `components` directions of largest variance, by singular value decomposition of the
/// centred points (Jolliffe, "Principal component analysis", 2002, section 3.5).
///   x (N, D)        x - mean = u diag(s) components
/// The sign of a component is arbitrary. As in scikit-learn (`svd_flip`), the entry of largest
/// magnitude in each column of `projected` is positive; of several such entries, the first.
///
/// ShapeError unless x has two axes; ValueError for fewer than two points, unless
/// 1 <= components <= min(N, D), and for numbers that are not finite.
Pca pca(const Array& x, std::size_t components);

}  // namespace horloge
