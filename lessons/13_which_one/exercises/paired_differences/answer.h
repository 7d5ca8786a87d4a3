#pragma once

#include "course/exercise/exercise.h"

horloge::Array paired_differences(const horloge::Array& a,
                                  const horloge::Array& b);

// What the check calls.
struct Answer {
  decltype(&::paired_differences) paired_differences;
};
inline Answer your_answer() { return {paired_differences}; }
