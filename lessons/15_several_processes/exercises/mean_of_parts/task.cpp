// The mean over the rows of all ranks.
//
// Each rank r has computed a gradient g_r: the mean over its own B_r rows. All
// ranks get the mean over all rows, wherever they lie:
//
//   g = (sum of B_r g_r) / (sum of B_r)
//
// Every rank runs your function, each with its own numbers. The function
// add_up(x, me) brings the others' numbers: it puts the sum of all ranks' x
// into x, element by element, and all ranks have to call it, equally often and
// with arrays of the same shape.

#include "exercises/mean_of_parts/answer.h"

using namespace horloge;

/// mine (…), the mean over `rows` rows of this rank -> (…), the mean over all
/// A rank may have no rows. Then `mine` is the mean of nothing, and may hold
/// anything, NaN too: it must not count. Throws a ValueError, in all ranks, if
/// there are no rows at all.
///
/// What may help: zeros(mine.shape()) makes an array; Array{real(rows)} one
/// of a single number; me.size() is the number of ranks.
Array mean_of_parts(const Array& mine, std::size_t rows, Rank& me) {
  // solution
  Array sum = zeros(mine.shape());
  if (rows > 0) sum = double(rows) * mine;
  Array count{real(rows)};
  add_up(sum, me);
  add_up(count, me);
  if (count(0) == 0) throw ValueError("[mean_of_parts] there are no rows");
  return sum / count(0);
  // end
}
