#pragma once

#include "../../../common/rank.h"
#include "course/exercise/exercise.h"

horloge::Array mean_of_parts(const horloge::Array& mine, std::size_t rows,
                             Rank& me);

// What the check calls.
struct Answer {
  decltype(&::mean_of_parts) mean_of_parts;
};
inline Answer your_answer() { return {mean_of_parts}; }
