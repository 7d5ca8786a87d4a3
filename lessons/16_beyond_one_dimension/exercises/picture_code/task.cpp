// The position code of a picture.
//
// The lesson puts the row first, and a cosine after each sine. Masked
// autoencoders do it another way: the first half of a vector is for the COLUMN
// of a patch, the second half for its row, and in each half all sines come
// first, then all cosines.
//
//   | sin w_i c | cos w_i c | sin w_i r | cos w_i r |
//
// with i = 0 … d_model/4 - 1 and w_i = 10000^(-i / (d_model / 4)).
//
// Patches stand row after row. Before them there may be a class token, an extra
// vector that stands nowhere in the picture: its code is all zeros.
//
// He et al. 2022, "Masked Autoencoders Are Scalable Vision Learners", whose
// program does so.

#include "exercises/picture_code/answer.h"

using namespace horloge;

/// -> (rows * columns, d_model), or one row more with a class token
/// Throws a ValueError if d_model is no multiple of 4.
///
/// What may help: zeros({T, D}) is an array of zeros; t / columns of whole
/// numbers is the row of patch t, t % columns its column; double(i) is a real
/// number.
Array picture_code(std::size_t rows, std::size_t columns, std::size_t d_model,
                   bool class_token) {
  // solution
  if (d_model % 4 != 0)
    throw ValueError("[picture_code] d_model must be a multiple of 4");
  const std::size_t n = d_model / 4, first = class_token ? 1 : 0;
  Array code = zeros({first + rows * columns, d_model});
  for (std::size_t t = 0; t < rows * columns; ++t)
    for (std::size_t i = 0; i < n; ++i) {
      const double omega = std::pow(10000, -double(i) / double(n));
      const double across = omega * double(t % columns);
      const double down = omega * double(t / columns);
      code(first + t, i) = std::sin(across);
      code(first + t, n + i) = std::cos(across);
      code(first + t, 2 * n + i) = std::sin(down);
      code(first + t, 3 * n + i) = std::cos(down);
    }
  return code;
  // end
}
