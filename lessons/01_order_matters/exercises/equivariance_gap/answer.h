#pragma once

#include "course/exercise/exercise.h"

double equivariance_gap(
    const std::function<horloge::Array(const horloge::Array&)>& f,
    const horloge::Array& x, const std::vector<std::size_t>& order);

// What the check calls.
struct Answer {
  decltype(&equivariance_gap) gap;
};
inline Answer your_answer() { return {equivariance_gap}; }
