#pragma once

#include "course/exercise/exercise.h"

double offset_distance(std::size_t offset, std::size_t d_model);
