#pragma once

#include "course/exercise/exercise.h"

std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output);

// What the check calls.
struct Answer {
  decltype(&topological_order) order;
};
inline Answer your_answer() { return {topological_order}; }
