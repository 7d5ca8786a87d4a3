#pragma once

#include "course/exercise/exercise.h"

/// A clock that was trained on texts of `trained` words and is to read texts
/// `factor` times as long.
struct Stretch {
  double base = 10000, factor = 1, trained = 0;
  /// Hands that went round so often in training keep their speed; those that
  /// went round less often than `slow_turns` are slowed by the factor.
  double slow_turns = 1, fast_turns = 4;
};

horloge::Array interpolated(std::size_t K, const Stretch& how);
horloge::Array ntk_aware(std::size_t K, const Stretch& how);
horloge::Array by_parts(std::size_t K, const Stretch& how);
