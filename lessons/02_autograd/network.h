#pragma once

#include <cstdint>

#include "horloge/core/array.h"

/// A network of two layers, from one number to one number, 16 hidden ones
/// between them.
struct Weights {
  horloge::Array W1, b1;  ///< (1, 16), (16)
  horloge::Array W2, b2;  ///< (16, 1), (1)
};
Weights random_weights(std::uint64_t seed);

/// One period of a sine: 64 points (64, 1) and what is there.
horloge::Array sine_places();
horloge::Array sine_targets();
