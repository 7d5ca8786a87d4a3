#pragma once

#include "course/exercise/exercise.h"

horloge::Ids clipped_rows(std::size_t T, std::size_t S, std::size_t k);
