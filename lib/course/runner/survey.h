#pragma once

#include "course/runner/session.h"

namespace runner {

/// Measures the time from a save to the verdict, for every exercise.
void bench_loop(Session& session);

}  // namespace runner
