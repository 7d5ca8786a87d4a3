#pragma once

#include <cstddef>
#include <optional>

#include "course/runner/session.h"

namespace runner {

/// Looks for whatever could stand in a learner's way. Answers whether all is
/// well.
bool examine_setup(const Session& session);

/// Memory that programs can still have; nothing where the system does not say.
std::optional<std::size_t> free_megabytes();

}  // namespace runner
