#pragma once

#include "course/exercise/exercise.h"

horloge::Ids two_way_buckets(std::size_t T, std::size_t S,
                             std::size_t num_buckets, std::size_t max_distance);

// What the check calls.
struct Answer {
  decltype(&two_way_buckets) buckets;
};
inline Answer your_answer() { return {two_way_buckets}; }
