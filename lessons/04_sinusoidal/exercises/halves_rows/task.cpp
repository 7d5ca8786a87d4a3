// The same code in another layout, for any base and any positions.
//
// Many programs put all sines first and all cosines after them:
//
//   y[n, i]       = sin(position_n * omega_i)       i = 0 … D/2 - 1
//   y[n, D/2 + i] = cos(position_n * omega_i)
//
// and they compute the frequencies by the log trick, with an exponential
// instead of the power:
//
//   omega_i = 1 / base^(2i / D) = exp(-2i * ln(base) / D)
//
// ln is the natural logarithm, std::log in C++.

#include "exercises/halves_rows/answer.h"

using namespace horloge;

/// A row for each position, in the order in which they come.
///   positions (N) -> (N, d_model)
/// Throws a ValueError for an odd d_model: the last sine would have no cosine.
///
/// Compute in double: at position 100,000 a float is not exact enough. A
/// std::size_t cannot be negative: -2 * i is a huge number if i is one.
Array halves_rows(const Ids& positions, std::size_t d_model, double base) {
  // solution
  if (d_model % 2 != 0) throw ValueError("[halves_rows] d_model must be even");
  const std::size_t N = positions.size(), half = d_model / 2;
  Array y = Array::from_shape({N, d_model});
  for (std::size_t n = 0; n < N; ++n)
    for (std::size_t i = 0; i < half; ++i) {
      const double exponent = 2.0 * double(i) / double(d_model);
      const double omega = std::exp(-exponent * std::log(base));
      const double angle = double(positions(n)) * omega;
      y(n, i) = real(std::sin(angle));
      y(n, half + i) = real(std::cos(angle));
    }
  return y;
  // end
}
