#pragma once

#include <cstddef>

#include "horloge/core/array.h"

/// Scaled rows of words plus rows of positions.
///   ids (B, T), matrix (V, D), positions (at least T, D) -> (B, T, D)
///   sqrt(D) matrix[ids] + positions
horloge::Array input_embedding(const horloge::Ids& ids,
                               const horloge::Array& matrix,
                               const horloge::Array& positions);

/// The number of the row of `rows` that is nearest to each x.
///   x (N, D), rows (R, D) -> (N)
horloge::Ids nearest_rows(const horloge::Array& x, const horloge::Array& rows);

/// Points seen along the directions in which they spread most. In each column
/// the number farthest from 0 is positive, as scikit-learn had it up to 1.4.
///   x (N, D) -> (N, components)
horloge::Array pca_project(const horloge::Array& x, std::size_t components);

/// Other points, seen along the directions in which x spreads most, and from
/// the mean of x.   x (N, D), others (M, D) -> (M, components)
horloge::Array pca_new_points(const horloge::Array& x,
                              const horloge::Array& others,
                              std::size_t components);

/// The share of each direction in the variance, largest first.
///   x (N, D) -> (min(N, D))
horloge::Array explained_shares(const horloge::Array& x);

/// The share of the first two, 0 to 1.   x (N, D)
double share_of_two(const horloge::Array& x);

/// The share of rows whose nearest row is the same in both matrices, 0 to 1.
///   a, b (N, D)
double kept_neighbours(const horloge::Array& a, const horloge::Array& b);

/// Gradient of t-SNE's divergence.
///   P (N, N), y (N, 2) -> (N, 2)
horloge::Array tsne_gradient(const horloge::Array& P, const horloge::Array& y);
