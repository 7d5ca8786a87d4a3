#pragma once

#include "course/runner/session.h"

namespace runner {

/// A table of what each check looks at. Returns whether no field is blank.
bool audit(Session& session);

/// Measures the time from a save to the verdict, for every exercise.
void bench_loop(Session& session);

}  // namespace runner
