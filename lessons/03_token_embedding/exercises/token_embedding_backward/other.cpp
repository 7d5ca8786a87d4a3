// As the product of the transposed one-hot matrix with dy.

#include "exercises/token_embedding_backward/answer.h"

using namespace horloge;

Array token_embedding_backward(const Ids& ids, const Array& dy,
                               std::size_t vocab_size) {
  if (dy.dimension() != ids.dimension() + 1 ||
      !std::equal(ids.shape().begin(), ids.shape().end(), dy.shape().begin()))
    throw ShapeError("no");
  const std::size_t D = dy.shape(ids.dimension());
  Array dE = zeros({vocab_size, D});
  if (ids.size() == 0) return dE;
  Array one_hot = zeros({vocab_size, ids.size()});
  for (std::size_t n = 0; n < ids.size(); ++n) one_hot(ids.data()[n], n) = 1;
  Array rows = dy;
  rows.reshape({ids.size(), D});
  return xt::linalg::dot(one_hot, rows);
}
