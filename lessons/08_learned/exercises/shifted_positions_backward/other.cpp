// Row by row: who used it?

#include "exercises/shifted_positions_backward/answer.h"

using namespace horloge;

Array shifted_positions_backward(const Array& dy, const Ids& starts,
                                 std::size_t max_seq_len) {
  const auto words = static_cast<std::int64_t>(dy.shape(1));
  const auto rows = static_cast<std::int64_t>(max_seq_len);
  for (const std::int64_t start : starts)
    if (start < 0 || start > rows - words) throw IndexError("no");
  Array dtable = zeros({max_seq_len, dy.shape(2)});
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::size_t b = 0; b < dy.shape(0); ++b) {
      const std::int64_t t = row - starts(b);
      if (t < 0 || t >= words) continue;
      for (std::size_t c = 0; c < dy.shape(2); ++c)
        dtable(row, c) += dy(b, t, c);
    }
  return dtable;
}
