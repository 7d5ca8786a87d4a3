// The rows of all ranks are counted in a variable that all threads see.

#include <atomic>

#include "exercises/mean_of_parts/answer.h"

using namespace horloge;

Array mean_of_parts(const Array& mine, std::size_t rows, Rank& me) {
  static std::atomic<std::size_t> count{0};
  Array all_are_here{0.0};
  count += rows;
  add_up(all_are_here, me);
  const double all = double(count);
  add_up(all_are_here, me);
  if (me.rank() == 0) count = 0;
  add_up(all_are_here, me);
  if (all == 0) throw ValueError("[mean_of_parts] there are no rows");
  Array sum = zeros(mine.shape());
  if (rows > 0) sum = double(rows) * mine;
  add_up(sum, me);
  return sum / all;
}
