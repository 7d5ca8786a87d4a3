#pragma once

#include "runner/session.h"

namespace runner {

/// A table of what each check looks at. Answers whether no field is blank.
bool audit(Session& session);

/// Measures the time from a save to the verdict, for every exercise.
void bench_loop(Session& session);

/// Looks for whatever could stand in a learner's way. Answers whether all is
/// well.
bool examine_setup(Session& session);

}  // namespace runner
