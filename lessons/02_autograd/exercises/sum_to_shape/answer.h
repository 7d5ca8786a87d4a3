#pragma once

#include "course/exercise/exercise.h"

horloge::Array sum_to_shape(const horloge::Array& dy,
                            const horloge::Shape& shape);

// What the check calls.
struct Answer {
  decltype(&::sum_to_shape) sum_to_shape;
};
inline Answer your_answer() { return {sum_to_shape}; }
