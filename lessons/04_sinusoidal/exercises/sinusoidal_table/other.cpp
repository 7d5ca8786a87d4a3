// Number by number, with the logarithm in place of the power.

#include "exercises/sinusoidal_table/answer.h"

using namespace horloge;

Array sinusoidal_table(std::size_t max_seq_len, std::size_t d_model) {
  if (d_model % 2 == 1) throw ValueError("no");
  Array pe = zeros({max_seq_len, d_model});
  for (std::size_t pos = 0; pos < max_seq_len; ++pos)
    for (std::size_t dim = 0; dim < d_model; ++dim) {
      const double pair = static_cast<double>(dim / 2 * 2);
      const double angle =
          static_cast<double>(pos) *
          std::exp(-pair * std::log(10000.0) / static_cast<double>(d_model));
      pe(pos, dim) = dim % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return pe;
}
