// How far apart the codes of two positions are, from their offset alone.
//
//   |PE(t + offset) - PE(t)|
//
// is the same for every t, so it can be said without t. PE(t) is the
// sinusoidal code: sin(w_i t) and cos(w_i t) for i = 0 … d_model / 2 - 1, with
// w_i = 1 / 10000^(2i / d_model). Each pair is a point on a circle of radius 1.
//
// The distance is the usual one: the square root of the sum of the squared
// differences. Do not build the two rows: find the formula that needs no t.
//
// std::pow, std::sin, std::cos and std::sqrt work on single numbers.

#include "exercises/offset_distance/answer.h"

using namespace horloge;

/// -> the distance of any two positions that are `offset` apart
/// Throws a ValueError for an odd d_model: the last sine would have no cosine.
double offset_distance(std::size_t offset, std::size_t d_model) {
  // solution
  if (d_model % 2 != 0)
    throw ValueError("[offset_distance] d_model must be even");
  double squares = 0;
  for (std::size_t j = 0; j < d_model; j += 2) {  // j is 2i
    const double w = std::pow(10000, -double(j) / double(d_model));
    squares += 2 - 2 * std::cos(double(offset) * w);
  }
  return std::sqrt(squares);
  // end
}
