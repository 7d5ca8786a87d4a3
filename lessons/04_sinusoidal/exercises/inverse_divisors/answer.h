#pragma once

#include "course/exercise/exercise.h"

horloge::Array inverse_divisors(std::size_t d_model);

// What the check calls.
struct Answer {
  horloge::Array (*inverse)(std::size_t d_model);
};
inline Answer your_answer() { return {inverse_divisors}; }
