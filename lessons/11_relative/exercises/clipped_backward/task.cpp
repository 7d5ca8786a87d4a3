// The gradient of a clipped table of distances.
//
// Forward, the queries are the *last* T of S tokens, so that query i stands at
// the position S - T + i. The table has 2k + 1 rows:
//
//   scores[i, j] = q[i] · table[r]
//   r            = k + (j - (S - T + i)), but no less than 0 and no more
//                  than 2k
//
// Back, dscores is given. A query met all keys, and a row of the table met many
// pairs; the first and the last row met all that are far apart.
//
// Shaw, Uszkoreit and Vaswani (2018), section 3.2; without the scale.

#include "exercises/clipped_backward/answer.h"

using namespace horloge;

/// The way back, to the queries and to the table.
///   q (T, K), table (2k + 1, K), dscores (T, S) -> dq (T, K), dtable (2k + 1,
///   K)
/// Throws a ShapeError if there are more queries than tokens, or if the table
/// has an even number of rows.
///
/// What may help: std::clamp(x, least, most); std::ptrdiff_t is a whole number
/// with a sign; zeros({rows, columns}); xt::view(a, i) is row i of a, and may
/// stand on the left of +=; return {dq, dtable};
ClippedGradients clipped_backward(const Array& q, const Array& table,
                                  const Array& dscores) {
  // solution
  const std::size_t T = dscores.shape(0), S = dscores.shape(1);
  if (T > S) throw ShapeError("[clipped_backward] more queries than tokens");
  if (table.shape(0) % 2 == 0)
    throw ShapeError("[clipped_backward] the table needs an odd size");
  const auto k = std::ptrdiff_t(table.shape(0) / 2);
  Array dq = zeros(q.shape()), dtable = zeros(table.shape());
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const auto distance = std::ptrdiff_t(j) - std::ptrdiff_t(S - T + i);
      const auto r = std::size_t(std::clamp(distance, -k, k) + k);
      xt::view(dq, i) += dscores(i, j) * xt::view(table, r);
      xt::view(dtable, r) += dscores(i, j) * xt::view(q, i);
    }
  return {dq, dtable};
  // end
}
