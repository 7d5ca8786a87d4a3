// The gradient of a table of positions when each sentence of a batch began at a
// position of its own.
//
// Forward, sentence b began at starts[b]:
//
//   y[b, t, :] = x[b, t, :] + table[starts[b] + t, :]
//
// So it is when models are trained with shifted positions (SHAPE, Kiyono et al.
// 2021), or read a long text in pieces. In this lesson all sentences began at
// 0, and the gradient was a plain sum over the batch. What is it now?

#include "exercises/shifted_positions_backward/answer.h"

using namespace horloge;

/// dtable has the shape of the table. Rows that no word used get zeros.
///   dy (B, T, D), starts (B) -> (max_seq_len, D)
/// Throws an IndexError if a word has no row: if a start is below 0, or
/// starts[b] + T is more than max_seq_len.
///
/// What may help: starts(b) is a std::int64_t, a number with a sign;
/// zeros({rows, columns}) is an array of zeros; xt::view(a, b) is a without its
/// first axis, at place b of it; xt::view(a, xt::range(begin, end)) are rows of
/// a, and may stand on the left of = and +=.
Array shifted_positions_backward(const Array& dy, const Ids& starts,
                                 std::size_t max_seq_len) {
  // solution
  const std::size_t T = dy.shape(1), D = dy.shape(2);
  Array dtable = zeros({max_seq_len, D});
  for (std::size_t b = 0; b < dy.shape(0); ++b) {
    if (starts(b) < 0 || std::size_t(starts(b)) + T > max_seq_len)
      throw IndexError("[shifted_positions_backward] a word has no row");
    const auto first = std::size_t(starts(b));
    xt::view(dtable, xt::range(first, first + T)) += xt::view(dy, b);
  }
  return dtable;
  // end
}
