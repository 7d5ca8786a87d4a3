#pragma once

#include "bench/workload.h"

namespace bench {

/// Of a training step.
struct Cost {
  double milliseconds;    ///< the median of some steps
  double peak_megabytes;  ///< of the whole program
};

/// Trains for some `seconds`, three steps or more, in a process of its own: its peak memory is that
/// of this workload alone. std::runtime_error if that process does not come to its end.
Cost measure(const Workload& workload, int threads, double seconds);

}  // namespace bench
