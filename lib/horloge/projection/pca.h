#pragma once

#include <cstddef>

#include "horloge/core/array.h"

namespace horloge {

/// What principal component analysis finds in N points of D numbers.
struct Pca {
  Array mean;                ///< (D)
  Array components;          ///< (K, D), rows of length 1 at right angles, widest spread first
  Array singular_values;     ///< (K)
  Array explained_variance;  ///< (K), singular_value^2 / (N - 1): the variance along each
  Array explained_variance_ratio;  ///< (K), its share of the variance of all D columns
  Array projected;                 ///< (N, K), the points seen along the components

  /// Other points seen along the same components.
  ///   x (…, D) -> (…, K)        (x - mean) components^T
  Array project(const Array& x) const;
};

/// The directions in which points spread most, by singular value decomposition of the centred
/// points (Jolliffe, "Principal component analysis", 2002, section 3.5).
///   x (N, D), K = `components`
/// A direction has no sign of its own. As in scikit-learn (`svd_flip`), the number of largest
/// magnitude in each column of `projected` is positive, the first of them if there are several.
///
/// ShapeError unless x has two axes; ValueError for fewer than two points, for more components than
/// min(N, D) or none, and for numbers that are not finite.
Pca pca(const Array& x, std::size_t components);

}  // namespace horloge
