#pragma once

#include "course/exercise/exercise.h"

horloge::Ids grouped_offsets(std::size_t T, std::size_t near,
                             std::size_t group);
