#pragma once

#include "../../../common/rank.h"
#include "course/exercise/exercise.h"

horloge::Array mean_of_parts(const horloge::Array& mine, std::size_t rows,
                             Rank& me);
