#pragma once

#include <cstddef>
#include <optional>

#include "course/runner/session.h"

namespace runner {

/// Looks for whatever could get in a learner's way. Returns whether all is
/// well.
bool examine_setup(const Session& session);

/// Memory that is available; nothing where the system does not say.
std::optional<std::size_t> free_megabytes();

}  // namespace runner
