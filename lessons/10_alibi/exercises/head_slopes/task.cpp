// The slopes of ALiBi for any number of heads.
//
// The lesson has a ladder for 2, 4, 8, … heads: P slopes, each the one before
// times the same number, down to 2^-8. Here the ladder may be of any depth: its
// last slope is 2^-max_bias. (ALiBi has max_bias = 8; some models chose
// another.)
//
// Where num_heads is not a power of two, P is the next smaller one. Its ladder
// comes first. The slopes that are missing come after it, from the ladder of
// 2 P heads: its first, third, fifth … slope, as many as are needed.
//
//   3 heads with max_bias 8:   2^-4  2^-8   then   2^-2
//
// Press et al. 2022, section 3, and its authors' program.

#include "exercises/head_slopes/answer.h"

using namespace horloge;

/// The slopes of all heads, positive numbers, in this order.   -> (num_heads)
/// Throws a ValueError for no heads.
///
/// What may help: Array::from_shape({n}) makes an array; std::exp2(x) is 2 to
/// the power of x; a whole number divided by a whole number is cut off, so
/// write double(h).
Array head_slopes(std::size_t num_heads, double max_bias) {
  // solution
  if (num_heads == 0)
    throw ValueError("[head_slopes] num_heads must be 1 or more");
  std::size_t power = 1;
  while (2 * power <= num_heads) power *= 2;
  Array slopes = Array::from_shape({num_heads});
  for (std::size_t h = 0; h < num_heads; ++h) {
    // Between two rungs of one ladder lies one of the ladder twice as long.
    const double rung = h < power ? double(h + 1) : double(h - power) + 0.5;
    slopes(h) = std::exp2(-max_bias * rung / double(power));
  }
  return slopes;
  // end
}
