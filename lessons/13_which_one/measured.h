#pragma once

#include <vector>

#include "trials.h"

/// What the lesson's tables are made from: every scheme in every task with five
/// seeds, as data/comparison/README.md says.
const std::vector<Result>& measured();
