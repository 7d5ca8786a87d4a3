#pragma once

#include "course/exercise/exercise.h"

horloge::Array masked_softmax(const horloge::Array& scores,
                              const horloge::Mask& mask);

// What the check calls.
struct Answer {
  horloge::Array (*softmax)(const horloge::Array& scores,
                            const horloge::Mask& mask);
};
inline Answer your_answer() { return {masked_softmax}; }
