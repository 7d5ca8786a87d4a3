#pragma once

#include "course/exercise/exercise.h"

horloge::Array attention_back(const horloge::Array& maps, std::size_t offset);

// What the check calls.
struct Answer {
  decltype(&attention_back) back;
};
inline Answer your_answer() { return {attention_back}; }
