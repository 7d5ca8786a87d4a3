#pragma once

#include <string>

namespace runner {

/// What the sanitizers say, as one sentence with the line in the learner's
/// file; empty if they say nothing.
std::string read_sanitizer_report(const std::string& output,
                                  const std::string& file_name);

}  // namespace runner
