#pragma once

#include "course/runner/session.h"

namespace runner {

/// Looks for whatever could get in a learner's way. Returns whether all is
/// well.
bool examine_setup(const Session& session);

}  // namespace runner
