// What the network starts with, and what it is to learn.

#include "network.h"

#include <cmath>

#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "horloge/core/xtensor.h"

using horloge::Array;
using horloge::real;
using horloge::Rng;

Weights random_weights(std::uint64_t seed) {
  const std::size_t hidden = 16;
  Rng rng(seed);
  Weights w;
  w.W1 = rng.normal({1, hidden});
  w.b1 = rng.normal({hidden});
  w.W2 = rng.normal({hidden, 1}, 0, 1 / std::sqrt(double(hidden)));
  w.b2 = horloge::zeros({1});
  return w;
}

Array sine_places() {
  const real pi = std::acos(real{-1});
  return xt::linspace<real>(-pi, pi, 64).reshape({64, 1});
}

Array sine_targets() { return xt::sin(sine_places()); }
