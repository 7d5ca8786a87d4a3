#pragma once

#include <string>
#include <vector>

/// The schemes that take part: all of the library, two of them with random
/// offsets too, "learned+offset" and "sinusoidal+offset", and "forget_gate".
const std::vector<std::string>& contenders();

/// The tasks in which they take part.
const std::vector<std::string>& task_names();
