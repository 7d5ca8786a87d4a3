// Position ids: for each word of each sentence of a batch, its place.
//
// Word ids choose rows of the embedding matrix; position ids choose rows of the
// position table in the same way. A place counts within its own sentence, from
// 0, so all sentences of a batch have the same ids.
//
// xt::arange<std::int64_t>(begin, end) and xt::broadcast(x, {rows, columns})
// may help; two loops do as well.

#include "exercises/position_ids/answer.h"

using namespace horloge;

/// -> (batch_size, seq_len), whole numbers
Ids position_ids(std::size_t batch_size, std::size_t seq_len) {
  // solution
  const Ids row = xt::arange<std::int64_t>(0, seq_len);  // (T)
  return xt::broadcast(row, {batch_size, seq_len});      // (B, T)
  // end
}
