// With whole arrays: x cos + (-second half, first half) sin.

#include "exercises/rotate_halves/answer.h"

using namespace horloge;
using xt::placeholders::_;

Array rotate_halves(const Array& x, const Ids& positions, std::size_t R,
                    double base) {
  if (R & 1 || R > x.shape(1)) throw ValueError("no");
  if (R == 0) return x;
  const Array places = xt::cast<real>(positions);
  const Array exponents = 2 * xt::arange<real>(real(R / 2)) / real(R);
  const Array omega = xt::exp(-std::log(base) * exponents);
  const Array angles = xt::linalg::outer(places, omega);  // (T, R/2)
  const Array first = xt::view(x, xt::all(), xt::range(std::size_t(0), R / 2));
  const Array second = xt::view(x, xt::all(), xt::range(R / 2, R));
  const Array rest = xt::view(x, xt::all(), xt::range(R, _));
  const Array a = first * xt::cos(angles) - second * xt::sin(angles);
  const Array b = second * xt::cos(angles) + first * xt::sin(angles);
  return xt::concatenate(xt::xtuple(a, b, rest), 1);
}
