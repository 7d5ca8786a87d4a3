#pragma once

#include "course/exercise/exercise.h"

horloge::Array halves_rows(const horloge::Ids& positions, std::size_t d_model,
                           double base);
