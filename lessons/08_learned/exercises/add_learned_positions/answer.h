#pragma once

#include "course/exercise/exercise.h"

horloge::Array add_learned_positions(const horloge::Array& x,
                                     const horloge::Array& table);

// What the check calls.
struct Answer {
  decltype(&add_learned_positions) add;
};
inline Answer your_answer() { return {add_learned_positions}; }
