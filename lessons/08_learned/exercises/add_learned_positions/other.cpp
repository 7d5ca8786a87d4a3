// Number by number, on a copy of x.

#include "exercises/add_learned_positions/answer.h"

using namespace horloge;

Array add_learned_positions(const Array& x, const Array& table) {
  Array y = x;
  const std::size_t words = y.shape(1), D = y.shape(2);
  if (words > table.shape(0)) throw IndexError("no");
  for (std::size_t n = 0; n < y.size(); ++n)
    y.data()[n] += table(n / D % words, n % D);
  return y;
}
