#pragma once

#include "course/exercise/exercise.h"

/// dx (T, K), domega (K/2)
struct RotaryGradients {
  horloge::Array x, omega;
};

RotaryGradients rotary_backward(const horloge::Array& x,
                                const horloge::Ids& positions,
                                const horloge::Array& omega,
                                const horloge::Array& dy);
