// A list of what changes what, first; then who would change it.

#include "exercises/which_scheme/answer.h"

using namespace horloge;

Scheme which_scheme(const Score& score, std::size_t K) {
  const auto differs = [](double a, double b) {
    return std::abs(a - b) > 1e-7 * (1 + std::abs(a));
  };
  Array word = ones({K});
  for (std::size_t i = 0; i < K; ++i) word(i) += std::sin(double(i));
  const Array other = 2 * word, silence = 0 * word;
  bool place = false, distance = false, bias = false, straight = true;
  for (const std::int64_t m : {1, 2, 3, 4, 5, 6, 7}) {
    const double here = score(word, other, m, 0);
    place = place || differs(here, score(word, other, m + 500, 500));
    distance = distance || differs(here, score(word, other, 0, 0));
    const double alone = score(silence, silence, m, 0);
    bias =
        bias || differs(alone, 0) || differs(score(silence, silence, 0, m), 0);
  }
  const double slope = score(silence, silence, 0, 1);
  for (const std::int64_t away : {2, 30, 200, 1000})
    for (const double there :
         {score(silence, silence, 0, away), score(silence, silence, away, 0)})
      straight = straight && !differs(there, slope * double(away));
  if (place) return Scheme::added;
  if (bias) return straight ? Scheme::sloped : Scheme::bucketed;
  return distance ? Scheme::turned : Scheme::none;
}
