// Learned positions: look up the row of each position and add it to the word.
//
//   y[b, t, :] = x[b, t, :] + table[t, :]
//
// Convolutional Sequence to Sequence Learning (Gehring et al. 2017), section
// 3.1; BERT and GPT-2 do the same.

#include "exercises/add_learned_positions/answer.h"

using namespace horloge;

/// B sentences of T words each. The table has a row for each position, from 0
/// on, and may be longer than the sentences: its rows from T on are not used.
///   x (B, T, D), table (max_seq_len, D) -> (B, T, D)
/// Throws an IndexError if T > max_seq_len: the last words have no row.
///
/// What may help: x.shape(1) is T; xt::view(table, xt::range(begin, end)) are
/// rows of the table (keep them in an Array); in a sum, an array (T, D) is
/// repeated along the axis B, which it lacks.
Array add_learned_positions(const Array& x, const Array& table) {
  // solution
  const std::size_t T = x.shape(1);
  if (T > table.shape(0))
    throw IndexError("[add_learned_positions] the table ends before word " +
                     std::to_string(table.shape(0)));
  const Array rows = xt::view(table, xt::range(0, T));  // (T, D)
  return x + rows;  // the same rows for each of the B sentences
  // end
}
