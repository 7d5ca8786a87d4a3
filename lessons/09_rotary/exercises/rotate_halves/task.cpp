// Rotary positions in the pairing of GPT-NeoX and of Hugging Face's LLaMA.
//
// The lesson turns neighbours, (0, 1), (2, 3), … Here the partners are half of
// the turning columns apart. Of the K columns of a head only the first
// R = rotary_dim turn; the others pass through as they are.
//
//   pair j is (j, j + R/2), for j = 0 … R/2 - 1
//   at position m it turns by m * base^(-2j / R)
//
// GPT-NeoX (Black et al. 2022); RoFormer (Su et al. 2021), section 3.2.

#include "exercises/rotate_halves/answer.h"

using namespace horloge;

/// Row t of x is a query or key that stands at positions(t). Positions may come
/// in any order, more than once, and be as large as 100,000.
///   x (T, K), positions (T) -> (T, K)
/// A pair (a, b) becomes (a cos - b sin, a sin + b cos). Throws a ValueError if
/// rotary_dim is odd or more than K.
///
/// What may help: x.shape(0) and x.shape(1) are T and K; positions(t) is a
/// whole number, double(positions(t)) a real one; std::pow, std::sin and
/// std::cos work on single numbers.
Array rotate_halves(const Array& x, const Ids& positions,
                    std::size_t rotary_dim, double base) {
  // solution
  const std::size_t T = x.shape(0), K = x.shape(1), half = rotary_dim / 2;
  if (rotary_dim % 2 != 0 || rotary_dim > K)
    throw ValueError("[rotate_halves] rotary_dim must be even, and at most K");
  Array y = x;
  for (std::size_t t = 0; t < T; ++t)
    for (std::size_t j = 0; j < half; ++j) {
      const double omega = std::pow(base, -double(j) / double(half));
      const double angle = double(positions(t)) * omega;
      const double c = std::cos(angle), s = std::sin(angle);
      y(t, j) = c * x(t, j) - s * x(t, j + half);
      y(t, j + half) = s * x(t, j) + c * x(t, j + half);
    }
  return y;
  // end
}
