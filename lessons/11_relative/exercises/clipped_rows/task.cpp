// The rows of a clipped table, for queries whose earlier keys are in a cache.
//
// A model that continues a text keeps the keys of the tokens it has read, and
// asks with the new ones only: the queries are the *last* T of S tokens, and
// the keys are those of all S. Of the 2k + 1 rows of the table, row k is for
// the token itself, row 0 for keys k positions before the query or more, and
// row 2k for keys k positions after it or more.
//
//   T = 2, S = 6, k = 2:   query 0   0  0  0  1  2  3
//                          query 1   0  0  0  0  1  2
//
// The table is that of Shaw, Uszkoreit and Vaswani (2018), section 3.2.

#include "exercises/clipped_rows/answer.h"

using namespace horloge;

/// Which row of the table query i looks up for key j.   -> (T, S)
/// Throws a ShapeError for more queries than tokens.
///
/// What may help: Ids::from_shape({T, S}) makes an array of whole numbers that
/// nobody has set; std::clamp(x, least, most); std::int64_t is a whole number
/// with a sign, and std::size_t is never negative.
Ids clipped_rows(std::size_t T, std::size_t S, std::size_t k) {
  // solution
  if (T > S) throw ShapeError("[clipped_rows] more queries than tokens");
  const auto most = std::int64_t(k);
  Ids rows = Ids::from_shape({T, S});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const auto distance = std::int64_t(j) - std::int64_t(S - T + i);
      rows(i, j) = std::clamp(distance, -most, most) + most;
    }
  return rows;
  // end
}
