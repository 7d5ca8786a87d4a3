#pragma once

#include "course/exercise/exercise.h"

horloge::Array bag_of_words(const horloge::Ids& ids,
                            const horloge::Array& matrix);

// What the check calls.
struct Answer {
  decltype(&bag_of_words) bag;
};
inline Answer your_answer() { return {bag_of_words}; }
