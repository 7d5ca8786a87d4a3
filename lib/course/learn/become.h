#pragma once

#include <string>
#include <vector>

#include "course/runner/course.h"

namespace learn {

/// Another program of the build takes our place. std::runtime_error if it is
/// not there.
[[noreturn]] void become(const runner::Course& course,
                         const std::string& program,
                         std::vector<std::string> arguments);

}  // namespace learn
