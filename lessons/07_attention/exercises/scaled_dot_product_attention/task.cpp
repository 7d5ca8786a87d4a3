// Attention: for each query the mean of the values, by its weights.
//
//   Attention(Q, K, V) = softmax(Q K^T / sqrt(K)) V
//
// with K, under the root, the number of columns of a key. Attention Is All You
// Need (Vaswani et al. 2017), section 3.2.1.

#include "exercises/scaled_dot_product_attention/answer.h"

using namespace horloge;
// Given: masked_softmax(scores, mask), along the last axis.
using given::masked_softmax;

/// T queries look at S keys; each key has a value. The mask is true where a
/// query sees a key. A query that sees none gets zeros.
///   q (T, K), k (S, K), v (S, K'), mask (T, S) -> y (T, K')
///
/// What may help: xt::linalg::dot(a, b) multiplies two matrices,
/// xt::transpose(k) is k with rows and columns swapped, k.shape(1) its number
/// of columns. Store what you compute in an Array, never in auto.
Array scaled_dot_product_attention(const Array& q, const Array& k,
                                   const Array& v, const Mask& mask) {
  // solution
  const Array scores =
      xt::linalg::dot(q, xt::transpose(k)) / std::sqrt(real(k.shape(1)));
  return xt::linalg::dot(masked_softmax(scores, mask), v);  // (T, K')
  // end
}
