#pragma once

#include "course/exercise/exercise.h"

horloge::Array shift_rows(const horloge::Array& rows, double k);

// What the check calls.
struct Answer {
  decltype(&shift_rows) shift;
};
inline Answer your_answer() { return {shift_rows}; }
