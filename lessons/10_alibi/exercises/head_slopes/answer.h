#pragma once

#include "course/exercise/exercise.h"

horloge::Array head_slopes(std::size_t num_heads, double max_bias);

// What the check calls.
struct Answer {
  decltype(&::head_slopes) head_slopes;
};
inline Answer your_answer() { return {head_slopes}; }
