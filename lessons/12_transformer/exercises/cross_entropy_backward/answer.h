#pragma once

#include "course/exercise/exercise.h"

horloge::Array cross_entropy_backward(const horloge::Array& logits,
                                      const horloge::Ids& targets);

// What the check calls.
struct Answer {
  horloge::Array (*backward)(const horloge::Array& logits,
                             const horloge::Ids& targets);
};
inline Answer your_answer() { return {cross_entropy_backward}; }
