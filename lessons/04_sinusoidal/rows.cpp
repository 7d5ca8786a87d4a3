// Functions that the lesson calls and leaves to its exercises.

#include <cmath>

#include "horloge/core/error.h"
#include "numpy_style.h"

using horloge::Array;
using horloge::Ids;
using horloge::Mask;
using horloge::real;

Array halves_rows(const Ids& positions, std::size_t d_model, double base) {
  if (d_model % 2 != 0)
    throw horloge::ValueError("[halves_rows] d_model must be even");
  const std::size_t N = positions.size(), half = d_model / 2;
  Array y = Array::from_shape({N, d_model});
  for (std::size_t n = 0; n < N; ++n)
    for (std::size_t i = 0; i < half; ++i) {
      const double divisor = std::pow(base, 2.0 * double(i) / double(d_model));
      const double angle = double(positions(n)) / divisor;
      y(n, i) = real(std::sin(angle));
      y(n, half + i) = real(std::cos(angle));
    }
  return y;
}

Ids positions_of_words(const Mask& words) {
  Ids positions = Ids::from_shape({words.shape(0), words.shape(1)});
  for (std::size_t b = 0; b < words.shape(0); ++b) {
    std::int64_t before = 0;
    for (std::size_t t = 0; t < words.shape(1); ++t)
      positions(b, t) = words(b, t) ? before++ : 0;
  }
  return positions;
}
