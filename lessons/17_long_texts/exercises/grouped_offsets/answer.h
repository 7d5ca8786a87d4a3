#pragma once

#include "course/exercise/exercise.h"

horloge::Ids grouped_offsets(std::size_t T, std::size_t near,
                             std::size_t group);

// What the check calls.
struct Answer {
  decltype(&grouped_offsets) offsets;
};
inline Answer your_answer() { return {grouped_offsets}; }
