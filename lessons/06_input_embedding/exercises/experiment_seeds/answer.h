#pragma once

#include "course/exercise/exercise.h"

/// Draws an embedding matrix from a seed.   -> (N, D)
using DrawMatrix = std::function<horloge::Array(std::uint64_t seed)>;
using Seeds = std::vector<std::uint64_t>;

/// What was measured over all seeds.
struct SeedMeasures {
  double mean;             ///< of the share of two components
  double deviation;        ///< of that share, from seed to seed
  double noise;            ///< the share that noise would get
  double kept_neighbours;  ///< how many rows keep their nearest row, 0 to 1
};

/// What follows.
struct SeedFindings {
  bool share_varies;      ///< the deviation is more than a fifth of the mean
  bool more_than_noise;   ///< the mean is more than 1.2 times that of noise
  bool keeps_neighbours;  ///< more than half of the rows keep their nearest row
};

double share_of_two(const horloge::Array& x);

SeedMeasures measure_seeds(const DrawMatrix& draw, const Seeds& seeds);

SeedFindings experiment_seeds(const DrawMatrix& draw, const Seeds& seeds);

// What the check calls.
struct Answer {
  double (*share)(const horloge::Array& x);
  SeedMeasures (*measure)(const DrawMatrix& draw, const Seeds& seeds);
  SeedFindings (*conclude)(const DrawMatrix& draw, const Seeds& seeds);
};
inline Answer your_answer() {
  return {share_of_two, measure_seeds, experiment_seeds};
}
