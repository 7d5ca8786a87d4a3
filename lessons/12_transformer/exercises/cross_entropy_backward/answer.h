#pragma once

#include "course/exercise/exercise.h"

horloge::Array cross_entropy_backward(const horloge::Array& logits,
                                      const horloge::Ids& targets);

// What the check calls.
struct Answer {
  decltype(&cross_entropy_backward) backward;
};
inline Answer your_answer() { return {cross_entropy_backward}; }
