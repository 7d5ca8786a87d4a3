#pragma once

#include "course/exercise/exercise.h"

horloge::Array attention_back(const horloge::Array& maps, std::size_t offset);

// What the check calls.
struct Answer {
  horloge::Array (*back)(const horloge::Array& maps, std::size_t offset);
};
inline Answer your_answer() { return {attention_back}; }
