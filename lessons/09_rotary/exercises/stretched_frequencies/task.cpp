// The hands of a stretched clock: rotary frequencies for texts that are
// `factor` times as long as those of the training.
//
// Unstretched, hand j of a head of K columns turns by base^(-2j / K) from one
// position to the next, j = 0 … K/2 - 1. Here are three ways to slow it down.
// All return the frequencies, first hand first, for positions that stay
// 0, 1, 2, …
//
// Chen et al. 2023; Peng et al. 2023 ("YaRN"), sections 3.1 and 3.2; the third
// is also how Llama 3.1 stretches its clock.

#include "exercises/stretched_frequencies/answer.h"

using namespace horloge;

/// Interpolation: after factor * m positions each hand stands where it stood
/// after m positions.   -> (K/2) Throws a ValueError for an odd K.
Array interpolated(std::size_t K, const Stretch& how) {
  // solution: interpolated
  if (K % 2 != 0) throw ValueError("[interpolated] K must be even");
  Array omega = zeros({K / 2});
  for (std::size_t j = 0; j < K / 2; ++j)
    omega(j) = std::pow(how.base, -2 * double(j) / double(K)) / how.factor;
  return omega;
  // end
}

/// NTK-aware: a larger base, just so large that the last hand is slowed by the
/// factor. The first one keeps its speed, whatever the base.   -> (K/2)
/// Throws a ValueError for an odd K, and for K = 2, whose one hand is the
/// first.
Array ntk_aware(std::size_t K, const Stretch& how) {
  // solution: ntk_aware
  if (K % 2 != 0 || K == 2)
    throw ValueError("[ntk_aware] K must be even, and 4 or more");
  const double base =
      how.base * std::pow(how.factor, double(K) / (double(K) - 2));
  Array omega = zeros({K / 2});
  for (std::size_t j = 0; j < K / 2; ++j)
    omega(j) = std::pow(base, -2 * double(j) / double(K));
  return omega;
  // end
}

/// By parts: hand by hand, by how many turns it made in how.trained positions
/// (positions times frequency, over 2 pi). With how.fast_turns or more it keeps
/// its frequency, with how.slow_turns or fewer the frequency is divided by the
/// factor. Between the two it keeps the share
///   (turns - slow_turns) / (fast_turns - slow_turns)
/// of its frequency, and the rest of it is divided by the factor. (slow_turns
/// is never more than fast_turns, but may be as many.)   -> (K/2)
/// Throws a ValueError for an odd K.
Array by_parts(std::size_t K, const Stretch& how) {
  // solution: by_parts
  if (K % 2 != 0) throw ValueError("[by_parts] K must be even");
  Array omega = zeros({K / 2});
  for (std::size_t j = 0; j < K / 2; ++j) {
    const double w = std::pow(how.base, -2 * double(j) / double(K));
    const double turns = how.trained * w / (2 * std::acos(-1.0));
    const double kept = std::clamp(
        (turns - how.slow_turns) / (how.fast_turns - how.slow_turns), 0.0, 1.0);
    omega(j) = kept * w + (1 - kept) * w / how.factor;
  }
  return omega;
  // end
}
