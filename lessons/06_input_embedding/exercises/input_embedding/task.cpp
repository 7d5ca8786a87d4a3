// The input of a Transformer: scaled rows of tokens plus rows of positions.
//
//   x[b, t] = sqrt(D) matrix[ids[b, t]] + positions[t]
//
// Attention Is All You Need (Vaswani et al. 2017), sections 3.4 and 3.5.

#include "exercises/input_embedding/answer.h"

using namespace horloge;

/// Every sentence begins at position 0.
///   ids (B, T), matrix (V, D), positions (at least T, D) -> (B, T, D)
/// Throws an IndexError for an id that has no row in the matrix (ids run from 0
/// to V - 1), and for a sentence with more words than there are positions.
///
/// What may help: ids(b, t) is an id, a signed number; xt::row(a, n) is a row;
/// xt::view(x, b, t) is the vector at position t of sentence b; std::sqrt.
Array input_embedding(const Ids& ids, const Array& matrix,
                      const Array& positions) {
  // solution
  const std::size_t B = ids.shape(0), T = ids.shape(1), D = matrix.shape(1);
  if (T > positions.shape(0))
    throw IndexError("[input_embedding] more words than positions");
  const auto V = static_cast<std::int64_t>(matrix.shape(0));
  const real scale = std::sqrt(real(D));
  Array x = Array::from_shape({B, T, D});
  for (std::size_t b = 0; b < B; ++b)
    for (std::size_t t = 0; t < T; ++t) {
      const std::int64_t id = ids(b, t);
      if (id < 0 || id >= V)
        throw IndexError("[input_embedding] no row for id " +
                         std::to_string(id));
      xt::view(x, b, t) = scale * xt::row(matrix, id) + xt::row(positions, t);
    }
  return x;
  // end
}
