// Queries, keys and values of all heads, out of one projection, as BLOOM and
// GPT-NeoX store it.
//
// The lesson splits queries, keys and values one by one. It is faster to
// compute all three with one matrix, and then their columns have to stand in
// some order. Here each head has its own together: first the K query columns of
// head 0, then its K key columns, then its K value columns, then the same for
// head 1, …
//
//   q 0 | k 0 | v 0 | q 1 | k 1 | v 1 | …            3 H K = 3 D columns
//
// BLOOM (Le Scao et al. 2022); the names are those of this lesson.

#include "exercises/split_qkv/answer.h"

using namespace horloge;

/// H = num_heads heads of K columns each.
///   x (B, T, 3 D) -> q, k, v, each (B, H, T, K), with H K = D
/// Throws a ValueError if num_heads is 0, or if 3 num_heads does not divide the
/// number of columns.
///
/// What may help: dims<3>(x.shape(), "x (B, T, 3 D)") gives the three sizes, as
/// in const auto [B, T, columns] = ...; a.reshape({n, m}) changes an array's
/// shape and leaves its numbers in order; xt::transpose(a, {0, 2, 1}) is an
/// array whose axis 1 is axis 2 of a and the other way round; xt::view(a,
/// xt::all(), 1) is a without axis 1, at place 1 of it.
QueriesKeysValues split_qkv(const Array& x, std::size_t num_heads) {
  // solution: split_qkv
  const auto [B, T, columns] = dims<3>(x.shape(), "[split_qkv] x (B, T, 3 D)");
  if (num_heads == 0 || columns % (3 * num_heads) != 0)
    throw ValueError("[split_qkv] 3 num_heads must divide the columns");
  Array parts = x;
  parts.reshape({B, T, num_heads, std::size_t{3}, columns / (3 * num_heads)});
  const Array heads = xt::transpose(parts, {3, 0, 2, 1, 4});  // (3, B, H, T, K)
  return {xt::view(heads, 0), xt::view(heads, 1), xt::view(heads, 2)};
  // end
}

/// The way back: the gradients of q, k and v, put together to that of x. No
/// number was changed on the way there, each only went to its place.
///   d.q, d.k, d.v (B, H, T, K) -> dx (B, T, 3 D)
Array split_qkv_backward(const QueriesKeysValues& d) {
  // solution: split_qkv_backward
  const auto [B, H, T, K] = dims<4>(d.q.shape(), "[split_qkv] dq (B, H, T, K)");
  Array dx = zeros({B, T, H, 3, K});
  xt::view(dx, xt::all(), xt::all(), xt::all(), 0) =
      xt::transpose(d.q, {0, 2, 1, 3});
  xt::view(dx, xt::all(), xt::all(), xt::all(), 1) =
      xt::transpose(d.k, {0, 2, 1, 3});
  xt::view(dx, xt::all(), xt::all(), xt::all(), 2) =
      xt::transpose(d.v, {0, 2, 1, 3});
  dx.reshape({B, T, 3 * H * K});
  return dx;
  // end
}
