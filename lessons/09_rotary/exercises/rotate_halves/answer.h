#pragma once

#include "course/exercise/exercise.h"

horloge::Array rotate_halves(const horloge::Array& x,
                             const horloge::Ids& positions,
                             std::size_t rotary_dim, double base);
