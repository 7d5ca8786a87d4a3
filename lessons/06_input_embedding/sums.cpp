#include "sums.h"

#include <cmath>

#include "horloge/core/xtensor.h"
#include "horloge/nn/position/sinusoidal.h"

using namespace horloge;

Sums random_sums(std::size_t d_model, bool scaled, Rng rng) {
  const double deviation =
      scaled ? 1 : 1 / std::sqrt(static_cast<double>(d_model));
  Sums s;
  s.words = rng.normal({1000, d_model}, 0, deviation);
  s.places = sinusoidal_table(100, d_model);
  s.word = rng.integers({2000}, 0, 1000);
  s.place = rng.integers({2000}, 0, 100);
  s.x = xt::view(s.words, xt::keep(s.word)) +
        xt::view(s.places, xt::keep(s.place));
  return s;
}
