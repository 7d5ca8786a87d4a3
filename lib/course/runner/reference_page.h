#pragma once

#include "course/runner/session.h"

namespace runner {

/// Shows lessons/numpy_to_xtensor.md, a window at a time: what NumPy says, and
/// xtensor in its place.
void show_numpy_to_xtensor(const Session& session);

}  // namespace runner
