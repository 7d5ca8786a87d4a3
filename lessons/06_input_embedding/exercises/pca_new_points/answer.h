#pragma once

#include "course/exercise/exercise.h"

horloge::Array pca_new_points(const horloge::Array& x,
                              const horloge::Array& others,
                              std::size_t components);

// What the check calls.
struct Answer {
  decltype(&pca_new_points) place;
};
inline Answer your_answer() { return {pca_new_points}; }
