#pragma once

#include "course/exercise/exercise.h"

horloge::Array halves_rows(const horloge::Ids& positions, std::size_t d_model,
                           double base);

// What the check calls.
struct Answer {
  decltype(&halves_rows) rows;
};
inline Answer your_answer() { return {halves_rows}; }
