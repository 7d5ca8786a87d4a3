#pragma once

#include "course/runner/session.h"

namespace runner {

/// Checks an exercise now and after every save, until q, Ctrl-C, or the end of
/// the last exercise. Keys: h hint, d diff, r run again, n next, l list,
/// q quit. Saves are found by polling, which works on every file system.
void watch(Session& session, const Exercise& exercise);

}  // namespace runner
