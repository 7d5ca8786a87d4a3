// From the ladder of the next larger power of two: every second slope from the
// second one on, then the others, as many as there are heads.

#include "exercises/head_slopes/answer.h"

using namespace horloge;

Array head_slopes(std::size_t num_heads, double max_bias) {
  if (num_heads < 1) throw ValueError("no heads");
  std::size_t larger = 2;
  while (larger <= num_heads) larger <<= 1;
  const double ratio = std::pow(0.5, max_bias / double(larger));
  std::vector<double> second, others;
  double slope = 1;
  for (std::size_t n = 0; n < larger; ++n) {
    slope *= ratio;
    (n % 2 == 1 ? second : others).push_back(slope);
  }
  second.insert(second.end(), others.begin(), others.end());
  Array slopes = Array::from_shape({num_heads});
  std::copy_n(second.begin(), num_heads, slopes.begin());
  return slopes;
}
