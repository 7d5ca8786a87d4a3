#pragma once

#include "course/exercise/exercise.h"

double offset_distance(std::size_t offset, std::size_t d_model);

// What the check calls.
struct Answer {
  decltype(&offset_distance) distance;
};
inline Answer your_answer() { return {offset_distance}; }
