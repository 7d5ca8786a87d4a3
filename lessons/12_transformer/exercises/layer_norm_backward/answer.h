#pragma once

#include "course/exercise/exercise.h"

/// dx (T, D), dweight (D), dbias (D)
struct NormGradients {
  horloge::Array x, weight, bias;
};

NormGradients layer_norm_backward(const horloge::Array& x,
                                  const horloge::Array& weight,
                                  const horloge::Array& dy, double eps);
