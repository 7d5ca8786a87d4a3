#pragma once

#include <string>

#include "course/runner/session.h"

namespace runner {

/// Checks an exercise now and after every save, until q, Ctrl-C, or the end of
/// the last exercise. Keys: h hint, l the lesson and back, e edit, r run again,
/// n next, d diff, p progress, ? keys, q quit. `editor` is the command that e
/// runs; see editor_command. Saves are found by polling, which works on every
/// file system.
void watch(Session& session, const Exercise& exercise,
           const std::string& editor = "");

}  // namespace runner
