// Weights of one pairing, made fit for the other.
//
// A matrix W (H K, D) makes the queries of H heads, row by row: head 0 has the
// first K rows, head 1 the next K, … It was trained with the pairs
// (2j, 2j + 1), and a program that turns (j, j + K/2) should use it. So the row
// that made column 2j of a head must make column j now, and the row of column
// 2j + 1 must make column j + K/2:
//
//   rows of a head of 6, by their old numbers:   0 2 4 1 3 5
//
// So Meta's weights of LLaMA were made fit for Hugging Face's library. Keys
// have the same done to them (with fewer heads, in the larger models), values
// not. A bias has one number for each row, and is reordered in the same way.

#include "exercises/to_halves/answer.h"

using namespace horloge;

/// For the pairs (2j, 2j + 1) -> for the pairs (j, j + K/2).
///   w (H K, D) -> (H K, D), or a bias (H K) -> (H K)
/// Throws a ValueError if num_heads is 0, or if the rows are not an even number
/// for each head.
///
/// What may help: w.shape(0) is the number of rows; a.reshape({n, m}) changes
/// an array's shape and leaves its numbers in order; xt::transpose(a, {0, 2,
/// 1}) is an array whose axis 1 is axis 2 of a and the other way round;
/// w.shape() goes into reshape, too.
Array to_halves(const Array& w, std::size_t num_heads) {
  // solution: to_halves
  const std::size_t rows = w.shape(0);
  if (num_heads == 0 || rows % (2 * num_heads) != 0)
    throw ValueError("[to_halves] each head needs an even number of rows");
  Array parts = w;
  parts.reshape({num_heads, rows / num_heads / 2, std::size_t{2},
                 w.size() / std::max<std::size_t>(rows, 1)});
  Array y = xt::transpose(parts, {0, 2, 1, 3});  // first all 2j, then 2j + 1
  y.reshape(w.shape());
  return y;
  // end
}

/// The way back: for the pairs (j, j + K/2) -> for the pairs (2j, 2j + 1).
///   w (H K, D) -> (H K, D), or a bias (H K) -> (H K)
/// The same errors.
Array to_interleaved(const Array& w, std::size_t num_heads) {
  // solution: to_interleaved
  const std::size_t rows = w.shape(0);
  if (num_heads == 0 || rows % (2 * num_heads) != 0)
    throw ValueError("[to_interleaved] each head needs an even number of rows");
  Array parts = w;
  parts.reshape({num_heads, std::size_t{2}, rows / num_heads / 2,
                 w.size() / std::max<std::size_t>(rows, 1)});
  Array y = xt::transpose(parts, {0, 2, 1, 3});  // j beside j + K/2
  y.reshape(w.shape());
  return y;
  // end
}
