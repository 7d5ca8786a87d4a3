#pragma once

#include "course/exercise/exercise.h"

horloge::Array next_probabilities(const horloge::Array& logits,
                                  double temperature, std::size_t top_k,
                                  double top_p);
