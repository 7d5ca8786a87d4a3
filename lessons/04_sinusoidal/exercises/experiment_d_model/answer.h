#pragma once

#include "course/exercise/exercise.h"

/// Makes the table of a position code.   -> (max_seq_len, d_model)
using MakeTable =
    std::function<horloge::Array(std::size_t max_seq_len, std::size_t d_model)>;

/// What was measured at one d_model.
struct Width {
  std::size_t pairs;       ///< how many hands
  double largest_divisor;  ///< of the slowest hand
  double growth;           ///< divisor of pair 1 over divisor of pair 0
};

/// What follows.
struct DModelFindings {
  bool reaches_10000;    ///< one of the codes has a divisor of 10000 or more
  bool reaches_farther;  ///< the largest divisor of the widest code is more
                         ///< than twice that of the narrowest
  bool is_finer;         ///< divisors grow by less from pair to pair in the
                         ///< widest code than in the narrowest
};

Width measure_width(const MakeTable& make_table, std::size_t d_model);

DModelFindings experiment_d_model(const MakeTable& make_table,
                                  const std::vector<std::size_t>& d_models);

// What the check calls.
struct Answer {
  Width (*measure)(const MakeTable& make_table, std::size_t d_model);
  DModelFindings (*conclude)(const MakeTable& make_table,
                             const std::vector<std::size_t>& d_models);
};
inline Answer your_answer() { return {measure_width, experiment_d_model}; }
