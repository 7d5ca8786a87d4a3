#pragma once

#include "course/exercise/exercise.h"

/// Takes the first `count` rows of an embedding matrix.   -> (count, D)
using TakeRows = std::function<horloge::Array(std::size_t count)>;
using Counts = std::vector<std::size_t>;

/// What was measured for so many tokens.
struct Picture {
  double share;  ///< of the first two components in the variance, 0 to 1
  double alike;  ///< that share, if all directions were alike: 2 / D
  double noise;  ///< that share, if the rows were noise
};

/// What follows.
struct TokenFindings {
  bool falls;            ///< the share of the most tokens is less than 0.85
                         ///< times that of the fewest
  bool ends_near_alike;  ///< with the most tokens, the share is less than 1.4
                         ///< times that of directions that are alike
  bool shows_structure;  ///< with the most tokens, the share is more than 1.2
                         ///< times that of noise
};

Picture measure_tokens(const TakeRows& take_rows, std::size_t count);

TokenFindings experiment_tokens(const TakeRows& take_rows,
                                const Counts& counts);

// What the check calls.
struct Answer {
  Picture (*measure)(const TakeRows& take_rows, std::size_t count);
  TokenFindings (*conclude)(const TakeRows& take_rows, const Counts& counts);
};
inline Answer your_answer() { return {measure_tokens, experiment_tokens}; }
