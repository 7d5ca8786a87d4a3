#pragma once

#include "../../../common/rank.h"
#include "course/exercise/exercise.h"

void ring_all_reduce(horloge::Array& x, Rank& me);

// What the check calls.
struct Answer {
  decltype(&::ring_all_reduce) ring_all_reduce;
};
inline Answer your_answer() { return {ring_all_reduce}; }
