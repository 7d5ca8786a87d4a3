#pragma once

#include "course/exercise/exercise.h"

horloge::Array rotate_halves(const horloge::Array& x,
                             const horloge::Ids& positions,
                             std::size_t rotary_dim, double base);

// What the check calls.
struct Answer {
  horloge::Array (*rotate)(const horloge::Array& x,
                           const horloge::Ids& positions,
                           std::size_t rotary_dim, double base);
};
inline Answer your_answer() { return {rotate_halves}; }
