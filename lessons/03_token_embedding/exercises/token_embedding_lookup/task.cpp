// A row of the embedding matrix for each id.
//
//   y[..., :] = matrix[ids[...], :]
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.4, calls the rows
// "learned embeddings". NumPy writes matrix[ids].

#include "exercises/token_embedding_lookup/answer.h"

using namespace horloge;

/// The rows are copied, no number changes.
///   ids (...), matrix (V, D) -> (..., D)
/// The dots stand for any axes: ids (B, T) give (B, T, D), ids (T) give (T, D).
/// Throws an IndexError for an id that has no row: ids run from 0 to V - 1.
///
/// What may help: ids.data()[n] is the n-th id, whatever the shape of the ids;
/// xt::view(matrix, row) is a row; shape.push_back(n) adds an axis to a shape;
/// y.reshape(shape) arranges the same numbers in another shape.
Array token_embedding_lookup(const Ids& ids, const Array& matrix) {
  // solution
  const auto V = static_cast<std::int64_t>(matrix.shape(0));
  for (const std::int64_t id : ids)
    if (id < 0 || id >= V)
      throw IndexError("[token_embedding_lookup] no row for id " +
                       std::to_string(id));
  Array y = Array::from_shape({ids.size(), matrix.shape(1)});  // (N, D)
  for (std::size_t n = 0; n < ids.size(); ++n)
    xt::view(y, n) = xt::view(matrix, ids.data()[n]);
  Shape shape = ids.shape();
  shape.push_back(matrix.shape(1));
  return y.reshape(shape);  // (..., D)
  // end
}
