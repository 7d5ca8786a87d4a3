// The gradient of a table of learned positions, from that of the sum.
//
// Forward, row t was added at place t of every sentence:
//
//   y[b, t, :] = x[b, t, :] + table[t, :]
//
// See "The way back" in this lesson.

#include "exercises/learned_positions_backward/answer.h"

using namespace horloge;

/// dtable has the shape of the table. Its rows from T on took no part and get
/// zeros.
///   dy (B, T, D) -> (max_seq_len, D)
/// T is at most max_seq_len: the forward pass has refused all else.
///
/// What may help: xt::sum(a, {axis}) sums over an axis (keep it in an Array);
/// zeros({rows, columns}) is an array of zeros; xt::view(a, xt::range(begin,
/// end)) are rows of it, and may stand on the left of = and +=.
Array learned_positions_backward(const Array& dy, std::size_t max_seq_len) {
  // solution
  const std::size_t T = dy.shape(1), D = dy.shape(2);
  const Array sum = xt::sum(dy, {0});  // (T, D): over the sentences
  Array dtable = zeros({max_seq_len, D});
  xt::view(dtable, xt::range(0, T)) = sum;
  return dtable;
  // end
}
