#pragma once

#include <functional>
#include <string>
#include <vector>

#include "course/runner/session.h"

namespace runner {

/// Shows texts one below the other: where a person reads, a window at a time.
/// Each is made when its turn has come.
void show_in_windows(const stage::Terminal& terminal,
                     const std::vector<std::function<std::string()>>& texts);

/// Shows lessons/numpy_to_xtensor.md: what NumPy says, and xtensor in its
/// place.
void show_numpy_to_xtensor(const Session& session);

}  // namespace runner
