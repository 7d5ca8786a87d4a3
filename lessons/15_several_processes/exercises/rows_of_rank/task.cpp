// Which rows of a batch are mine?
//
// A batch of `count` rows, a million at most, is divided among `size` ranks.
// Each gets rows that stand side by side, rank 0 the first ones, and so on. As
// evenly as can be: no rank has two rows more than another, and if it does not
// come out even, the first ranks have the one row more.
//
//   10 rows, 4 ranks:   0 1 2   3 4 5   6 7   8 9

#include "exercises/rows_of_rank/answer.h"

using namespace horloge;

/// Rows [begin, end) of rank `rank`; the end is the first row that is not its
/// own any more. With more ranks than rows the last ones have none: then begin
/// and end are both `count`. Throws a ValueError for a rank that there is not,
/// and for no ranks.
///
/// What may help: a / b of whole numbers is cut off, and a % b is what is left;
/// `return {begin, end};` makes the Rows.
Rows rows_of_rank(std::size_t count, std::size_t rank, std::size_t size) {
  // solution
  if (rank >= size) throw ValueError("[rows_of_rank] there is no such rank");
  const std::size_t least = count / size, more = count % size;
  const std::size_t begin = rank * least + std::min(rank, more);
  return {begin, begin + least + (rank < more ? 1 : 0)};
  // end
}
