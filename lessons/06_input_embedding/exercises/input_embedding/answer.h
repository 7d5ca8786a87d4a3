#pragma once

#include "course/exercise/exercise.h"

horloge::Array input_embedding(const horloge::Ids& ids,
                               const horloge::Array& matrix,
                               const horloge::Array& positions);

// What the check calls.
struct Answer {
  decltype(&input_embedding) embed;
};
inline Answer your_answer() { return {input_embedding}; }
