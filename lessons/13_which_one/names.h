#pragma once

#include <string>
#include <vector>

/// Who takes part: all schemes of the library, and two of them with random
/// offsets, "learned+offset" and "sinusoidal+offset".
const std::vector<std::string>& contenders();

/// What they take part in.
const std::vector<std::string>& task_names();
