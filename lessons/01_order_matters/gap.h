#pragma once

#include <functional>
#include <vector>

#include "horloge/core/array.h"

/// How much a function cares about where words stand: the largest difference
/// between f(x) shuffled and f(x shuffled). x (T, D), order 0 … T - 1, shuffled
double equivariance_gap(
    const std::function<horloge::Array(const horloge::Array&)>& f,
    const horloge::Array& x, const std::vector<std::size_t>& order);
