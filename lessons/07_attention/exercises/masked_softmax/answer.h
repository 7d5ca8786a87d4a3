#pragma once

#include "course/exercise/exercise.h"

horloge::Array masked_softmax(const horloge::Array& scores,
                              const horloge::Mask& mask);

// What the check calls.
struct Answer {
  decltype(&masked_softmax) softmax;
};
inline Answer your_answer() { return {masked_softmax}; }
