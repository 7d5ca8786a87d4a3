// Each number of dy goes to its row, one after the other.

#include "exercises/learned_positions_backward/answer.h"

using namespace horloge;

Array learned_positions_backward(const Array& dy, std::size_t max_seq_len) {
  const std::size_t words = dy.shape(1), D = dy.shape(2);
  Array dtable = zeros({max_seq_len, D});
  for (std::size_t n = 0; n < dy.size(); ++n)
    dtable(n / D % words, n % D) += dy.data()[n];
  return dtable;
}
