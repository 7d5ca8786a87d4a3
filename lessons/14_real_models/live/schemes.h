#pragma once

#include <memory>
#include <string>
#include <vector>

#include "opened.h"

/// What a model can be read with instead of its own positions: "own", "none",
/// "alibi", "sinusoidal"; and of the small model its own with other places,
/// with another clock, or with a pair that stands still: "further", "twice",
/// "backwards", "in_pairs", "half", "base 500000", "neighbours", "stopped 3".
const std::vector<std::string>& scheme_names();

/// Null for its own. ValueError for one that does not fit the model.
std::shared_ptr<horloge::PositionScheme> scheme_of(const Opened& opened,
                                                   const std::string& name);
