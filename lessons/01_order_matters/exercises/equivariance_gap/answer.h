#pragma once

#include "course/exercise/exercise.h"

double equivariance_gap(
    const std::function<horloge::Array(const horloge::Array&)>& f,
    const horloge::Array& x, const std::vector<std::size_t>& order);
