#pragma once

#include "course/exercise/exercise.h"

/// What Adam remembers of one parameter; m and v are empty before the first
/// update.
struct AdamState {
  horloge::Array m, v;
  std::size_t updates = 0;
};

void adam_step(horloge::Array& parameter, const horloge::Array& gradient,
               AdamState& state, double lr, double beta1, double beta2,
               double eps);
