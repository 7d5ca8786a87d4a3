#pragma once

#include "course/exercise/exercise.h"

horloge::Array shift_both_ways(const horloge::Array& x);
horloge::Array shift_both_ways_backward(const horloge::Array& dy);

// What the check calls.
struct Answer {
  decltype(&shift_both_ways) shift;
  decltype(&shift_both_ways_backward) backward;
};
inline Answer your_answer() {
  return {shift_both_ways, shift_both_ways_backward};
}
