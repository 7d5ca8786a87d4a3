// First how many rows there are; then each brings its share.

#include "exercises/mean_of_parts/answer.h"

using namespace horloge;

Array mean_of_parts(const Array& mine, std::size_t rows, Rank& me) {
  Array total = Array::from_shape({1});
  total(0) = double(rows);
  add_up(total, me);
  if (total(0) < 0.5) throw ValueError("no rows");
  Array mean = mine;
  for (real& number : mean)
    number = rows == 0 ? 0 : number * (double(rows) / total(0));
  add_up(mean, me);
  return mean;
}
