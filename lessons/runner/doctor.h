#pragma once

#include "runner/session.h"

namespace runner {

/// Looks for whatever could stand in a learner's way. Answers whether all is
/// well.
bool examine_setup(const Session& session);

}  // namespace runner
