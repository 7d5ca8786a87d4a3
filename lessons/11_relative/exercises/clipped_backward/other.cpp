// First the sum of dscores that each query and row share, then two products.

#include "exercises/clipped_backward/answer.h"

using namespace horloge;

ClippedGradients clipped_backward(const Array& q, const Array& table,
                                  const Array& dscores) {
  const std::size_t T = dscores.shape(0), S = dscores.shape(1);
  const std::size_t rows = table.shape(0);
  if (S < T || rows % 2 != 1) throw ShapeError("no");
  Array shared = zeros({T, rows});
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t j = 0; j < S; ++j) {
      const std::size_t from_first = j + T + rows / 2;  // r + S + i, unclipped
      const std::size_t r =
          from_first < S + i ? 0 : std::min(from_first - S - i, rows - 1);
      shared(i, r) += dscores(i, j);
    }
  ClippedGradients d{zeros(q.shape()), zeros(table.shape())};
  for (std::size_t i = 0; i < T; ++i)
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < q.shape(1); ++c) {
        d.q(i, c) += shared(i, r) * table(r, c);
        d.table(r, c) += shared(i, r) * q(i, c);
      }
  return d;
}
