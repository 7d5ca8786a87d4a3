#pragma once

#include "course/exercise/exercise.h"

std::vector<std::size_t> topological_order(
    const std::vector<std::vector<std::size_t>>& inputs, std::size_t output);
