#pragma once

#include "course/exercise/exercise.h"

horloge::Array next_probabilities(const horloge::Array& logits,
                                  double temperature, std::size_t top_k,
                                  double top_p);

// What the check calls.
struct Answer {
  decltype(&next_probabilities) next;
};
inline Answer your_answer() { return {next_probabilities}; }
