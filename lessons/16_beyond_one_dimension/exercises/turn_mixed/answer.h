#pragma once

#include "course/exercise/exercise.h"

/// dx (T, K), dspeeds (K/2, 2)
struct MixedGradients {
  horloge::Array x, speeds;
};

horloge::Array turn_mixed(const horloge::Array& x, const horloge::Array& places,
                          const horloge::Array& speeds);
MixedGradients turn_mixed_backward(const horloge::Array& x,
                                   const horloge::Array& places,
                                   const horloge::Array& speeds,
                                   const horloge::Array& dy);
