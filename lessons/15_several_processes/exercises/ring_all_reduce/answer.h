#pragma once

#include "../../../common/rank.h"
#include "course/exercise/exercise.h"

void ring_all_reduce(horloge::Array& x, Rank& me);

// What the check calls.
struct Answer {
  void (*ring_all_reduce)(horloge::Array& x, Rank& me);
};
inline Answer your_answer() { return {ring_all_reduce}; }
