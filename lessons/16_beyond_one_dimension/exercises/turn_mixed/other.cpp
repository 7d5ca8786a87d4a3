// With complex numbers: a turn is a product.

#include <complex>

#include "exercises/turn_mixed/answer.h"

using namespace horloge;

using Pair = std::complex<double>;

static Pair pair_of(const Array& x, std::size_t t, std::size_t j) {
  return {x(t, 2 * j), x(t, 2 * j + 1)};
}

static Pair turn_of(const Array& places, const Array& speeds, std::size_t t,
                    std::size_t j) {
  double angle = 0;
  for (std::size_t axis = 0; axis < 2; ++axis)
    angle += double(speeds(j, axis)) * double(places(t, axis));
  return std::polar(1.0, angle);
}

Array turn_mixed(const Array& x, const Array& places, const Array& speeds) {
  if (2 * speeds.shape(0) != x.shape(1) || places.shape(0) != x.shape(0))
    throw ShapeError("these do not fit");
  Array y = x;
  for (std::size_t j = 0; j < speeds.shape(0); ++j)
    for (std::size_t t = 0; t < x.shape(0); ++t) {
      const Pair turned = pair_of(x, t, j) * turn_of(places, speeds, t, j);
      y(t, 2 * j) = turned.real();
      y(t, 2 * j + 1) = turned.imag();
    }
  return y;
}

MixedGradients turn_mixed_backward(const Array& x, const Array& places,
                                   const Array& speeds, const Array& dy) {
  const Array y = turn_mixed(x, places, speeds);
  MixedGradients d{turn_mixed(dy, places, -speeds), zeros(speeds.shape())};
  for (std::size_t j = 0; j < speeds.shape(0); ++j)
    for (std::size_t t = 0; t < x.shape(0); ++t) {
      const Pair moved = pair_of(y, t, j) * Pair(0, 1);  // a quarter turn on
      const Pair upstream = pair_of(dy, t, j);
      const double dangle = (std::conj(upstream) * moved).real();
      for (std::size_t axis = 0; axis < 2; ++axis)
        d.speeds(j, axis) += dangle * places(t, axis);
    }
  return d;
}
