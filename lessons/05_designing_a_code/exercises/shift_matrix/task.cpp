// The shift matrix: one matrix that moves every row of the sinusoidal code on
// by phi positions.
//
//   M(phi) PE(t) = PE(t + phi)      for every position t
//
// PE(t) is a column of d_model numbers, sin(w_i t) and cos(w_i t) next to each
// other for i = 0, 1, …, with w_i = 1 / 10000^(2i / d_model). So M(phi) has a
// 2 x 2 block for each i along its diagonal, and zeros elsewhere.
//
// The sum formulas of sine and cosine say what is in a block:
//
//   sin(a + b) = sin(a) cos(b) + cos(a) sin(b)
//   cos(a + b) = cos(a) cos(b) - sin(a) sin(b)
//
// Attention Is All You Need (Vaswani et al. 2017), section 3.5, claims that
// there is such a matrix.
//
// zeros({rows, columns}) makes an array of zeros; std::pow, std::sin and
// std::cos work on single numbers.

#include "exercises/shift_matrix/answer.h"

using namespace horloge;

/// phi may be negative, and need not be a whole number.
///   -> (d_model, d_model)
/// Throws a ValueError for an odd d_model: the last sine would have no cosine.
Array shift_matrix(double phi, std::size_t d_model) {
  // solution
  if (d_model % 2 != 0) throw ValueError("[shift_matrix] d_model must be even");
  Array M = zeros({d_model, d_model});
  for (std::size_t j = 0; j < d_model; j += 2) {  // j is 2i
    const double angle = phi / std::pow(10000, double(j) / double(d_model));
    M(j, j) = std::cos(angle);
    M(j, j + 1) = std::sin(angle);
    M(j + 1, j) = -std::sin(angle);
    M(j + 1, j + 1) = std::cos(angle);
  }
  return M;
  // end
}
