// The gradient of an embedding matrix, from that of the rows looked up in it.
//
//   dE[v, :] = sum of dy[..., :] over the places where id v stands
//
// Forward, row v was copied to all these places. See "The way back" in this
// lesson; PyTorch's nn.Embedding does the same.

#include "exercises/token_embedding_backward/answer.h"

using namespace horloge;

/// dE has the shape of the matrix. A row whose id does not occur gets zeros.
///   ids (...), dy (..., D) -> (V, D), V = vocab_size
/// Every id is from 0 to V - 1: the lookup has refused all others.
/// Throws a ShapeError if dy has not the shape of the ids with one axis more.
///
/// What may help: ids.data()[n] is the n-th id, whatever the shape of the ids,
/// and dy.data()[n * D + j] a number of its gradient; zeros({V, D}) is an array
/// of zeros; xt::view(dE, v) is a row, and may stand on the left of +=.
Array token_embedding_backward(const Ids& ids, const Array& dy,
                               std::size_t vocab_size) {
  // solution
  Shape fits = ids.shape();
  fits.push_back(dy.shape().empty() ? 0 : dy.shape().back());
  if (dy.shape() != fits)
    throw ShapeError("[token_embedding_backward] dy " + to_string(dy.shape()) +
                     " does not belong to ids " + to_string(ids.shape()));
  const std::size_t D = dy.shape().back();
  Array rows = dy;
  rows.reshape({ids.size(), D});      // (N, D)
  Array dE = zeros({vocab_size, D});  // (V, D)
  for (std::size_t n = 0; n < ids.size(); ++n)
    xt::view(dE, ids.data()[n]) += xt::view(rows, n);
  return dE;
  // end
}
