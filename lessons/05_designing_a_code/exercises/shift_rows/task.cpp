// Rows moved on: every row of the sinusoidal code k positions further, without
// a matrix.
//
//   row t of the result = M(k) times row t of what you get
//
// M(k) has D x D numbers, and nearly all of them are 0: it turns each pair of
// numbers, at 2i and 2i + 1, by an angle of its own, and that is all. So do it
// pair by pair. You get the rows and not their positions; you need not know
// them.
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.5.

#include "exercises/shift_rows/answer.h"

using namespace horloge;

/// rows (T, D), k steps on -> (T, D)
/// k may be negative, and need not be a whole number. Sines stand at 2i,
/// cosines at 2i + 1, and their frequency is 1 / 10000^(2i / D). Any numbers
/// may stand in the rows: M(k) is a matrix for all of them. Throws a ValueError
/// for an odd D: the last sine would have no cosine.
///
/// What may help: rows.shape(0) and rows.shape(1) are T and D; zeros({T, D})
/// makes an array; std::pow, std::sin and std::cos work on single numbers.
Array shift_rows(const Array& rows, double k) {
  // solution
  const std::size_t T = rows.shape(0), D = rows.shape(1);
  if (D % 2 != 0) throw ValueError("[shift_rows] D must be even");
  Array moved = zeros({T, D});
  for (std::size_t j = 0; j < D; j += 2) {  // j is 2i
    const double angle = k / std::pow(10000, double(j) / double(D));
    const double c = std::cos(angle), s = std::sin(angle);
    for (std::size_t t = 0; t < T; ++t) {
      moved(t, j) = c * rows(t, j) + s * rows(t, j + 1);
      moved(t, j + 1) = -s * rows(t, j) + c * rows(t, j + 1);
    }
  }
  return moved;
  // end
}
