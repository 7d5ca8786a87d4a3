// By the log trick, and with whole arrays.

#include "exercises/stretched_frequencies/answer.h"

using namespace horloge;

static Array hands(std::size_t K, double log_base) {
  if (K & 1) throw ValueError("odd");
  Array exponents = zeros({K / 2});
  for (std::size_t j = 1; j < K / 2; ++j)
    exponents(j) = exponents(j - 1) - 2.0 / double(K);
  return xt::exp(log_base * exponents);
}

Array interpolated(std::size_t K, const Stretch& how) {
  return hands(K, std::log(how.base)) / how.factor;
}

Array ntk_aware(std::size_t K, const Stretch& how) {
  if (K == 2) throw ValueError("one hand");
  return hands(
      K, std::log(how.base) + std::log(how.factor) / (1 - 2.0 / double(K)));
}

Array by_parts(std::size_t K, const Stretch& how) {
  Array omega = hands(K, std::log(how.base));
  for (double& w : omega) {
    const double wavelength = 8 * std::atan(1.0) / w;
    if (wavelength <= how.trained / how.fast_turns) continue;
    const double slowed = w / how.factor;
    const double over = how.trained / wavelength - how.slow_turns;
    w = over <= 0
            ? slowed
            : slowed + (w - slowed) * over / (how.fast_turns - how.slow_turns);
  }
  return omega;
}
