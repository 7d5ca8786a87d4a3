#pragma once

#include "course/exercise/exercise.h"

horloge::Ids two_way_buckets(std::size_t T, std::size_t S,
                             std::size_t num_buckets, std::size_t max_distance);
