#pragma once

#include "course/exercise/exercise.h"

/// What the columns of a table do from its first row to its last.
struct Waves {
  std::vector<std::size_t> crossings;  ///< how often each crosses zero
  std::vector<std::size_t> one_way;    ///< those that never turn back
  std::size_t first_slow;              ///< the first pair with less than a turn
};

/// What follows.
struct FrequencyFindings {
  bool slower_and_slower;  ///< no sine crosses zero more often than that of the
                           ///< pair before
  bool pairs_keep_pace;    ///< sine and cosine of each pair cross zero equally
                           ///< often, or once more or less
  bool mostly_slow;  ///< more than half of the pairs make less than a turn
};

Waves measure_waves(const horloge::Array& table);

FrequencyFindings experiment_frequencies(const horloge::Array& table);

// What the check calls.
struct Answer {
  Waves (*measure)(const horloge::Array& table);
  FrequencyFindings (*conclude)(const horloge::Array& table);
};
inline Answer your_answer() { return {measure_waves, experiment_frequencies}; }
