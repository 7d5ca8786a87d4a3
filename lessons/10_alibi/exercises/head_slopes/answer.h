#pragma once

#include "course/exercise/exercise.h"

horloge::Array head_slopes(std::size_t num_heads, double max_bias);
