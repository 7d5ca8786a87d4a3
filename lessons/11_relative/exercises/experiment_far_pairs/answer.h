#pragma once

#include "course/exercise/exercise.h"

/// What T5 can tell of the distances in the texts it was trained on.
enum class Meaning {
  most_are_told_apart,  ///< few pairs are so far apart: a rare case
  half_of_them,         ///< about every other pair
  most_share_two        ///< most pairs are told "far before" or "far after"
};

double my_guess();
double share_of_far_pairs(std::size_t seq_len, std::size_t distance);
Meaning what_it_means();
