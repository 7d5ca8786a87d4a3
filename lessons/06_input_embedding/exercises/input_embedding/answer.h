#pragma once

#include "course/exercise/exercise.h"

horloge::Array input_embedding(const horloge::Ids& ids,
                               const horloge::Array& matrix,
                               const horloge::Array& positions);

// What the check calls.
struct Answer {
  horloge::Array (*embed)(const horloge::Ids& ids, const horloge::Array& matrix,
                          const horloge::Array& positions);
};
inline Answer your_answer() { return {input_embedding}; }
