// The log trick: one over each divisor of the sinusoidal code, without a power.
//
// The position is divided by 10000^(2i / d_model). Most programs multiply
// instead, by
//
//   1 / 10000^(2i / d_model) = exp(-2i * ln(10000) / d_model)
//
// ln is the natural logarithm, std::log in C++. Write it with exp.

#include "exercises/inverse_divisors/answer.h"

using namespace horloge;

/// What position is multiplied with, for i = 0 … d_model / 2 - 1.
///   -> (d_model / 2)
/// Throws a ValueError for an odd d_model: the last sine would have no cosine.
Array inverse_divisors(std::size_t d_model) {
  // solution
  if (d_model % 2 != 0)
    throw ValueError("[inverse_divisors] d_model must be even");
  const Array pair = xt::arange<real>(0, d_model, 2);  // (D/2), 2i
  return xt::exp(pair * (-std::log(real(10000)) / real(d_model)));
  // end
}
