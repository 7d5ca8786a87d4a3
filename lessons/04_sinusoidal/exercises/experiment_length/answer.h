#pragma once

#include "course/exercise/exercise.h"

/// Makes the table of a position code.   -> (max_seq_len, D)
using MakeTable = std::function<horloge::Array(std::size_t max_seq_len)>;

/// What was measured at one length.
struct Length {
  double change;      ///< largest difference from the rows of a shorter table
  double nearest;     ///< distance of the two positions nearest to each other
  double neighbours;  ///< largest distance of a position and the next
  double mean;        ///< of all numbers in the table
};

/// What follows.
struct LengthFindings {
  bool rows_stay;     ///< longer tables begin with the rows of the shortest
  bool come_closer;   ///< nearest is clearly smaller in the longest table than
                      ///< in the shortest
  bool mean_shrinks;  ///< the mean is clearly nearer to 0 in the longest table
                      ///< than in the shortest
};

Length measure_length(const MakeTable& make_table, std::size_t shorter,
                      std::size_t max_seq_len);

LengthFindings experiment_length(const MakeTable& make_table,
                                 const std::vector<std::size_t>& lengths);

// What the check calls.
struct Answer {
  Length (*measure)(const MakeTable& make_table, std::size_t shorter,
                    std::size_t max_seq_len);
  LengthFindings (*conclude)(const MakeTable& make_table,
                             const std::vector<std::size_t>& lengths);
};
inline Answer your_answer() { return {measure_length, experiment_length}; }
