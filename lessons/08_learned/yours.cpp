// What an exercise asks for. The lesson calls the function; with --mine it
// calls the learner's own.

#include "numpy_style.h"

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/core/xtensor.h"

using horloge::Array;
using horloge::Ids;

Array shifted_positions_backward(const Array& dy, const Ids& starts,
                                 std::size_t max_seq_len) {
  const std::size_t T = dy.shape(1), D = dy.shape(2);
  Array dtable = horloge::zeros({max_seq_len, D});
  for (std::size_t b = 0; b < dy.shape(0); ++b) {
    if (starts(b) < 0 || std::size_t(starts(b)) + T > max_seq_len)
      throw horloge::IndexError(
          "[shifted_positions_backward] a word has no row");
    const auto first = std::size_t(starts(b));
    xt::view(dtable, xt::range(first, first + T)) += xt::view(dy, b);
  }
  return dtable;
}
