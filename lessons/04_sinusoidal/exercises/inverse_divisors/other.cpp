// Each is the one before, divided by the same number.

#include "exercises/inverse_divisors/answer.h"

using namespace horloge;

Array inverse_divisors(std::size_t d_model) {
  if (d_model % 2 != 0) throw ValueError("odd");
  const double ratio = std::pow(10000.0, -2.0 / static_cast<double>(d_model));
  Array inverse = zeros({d_model / 2});
  double next = 1;
  for (real& number : inverse) {
    number = next;
    next *= ratio;
  }
  return inverse;
}
