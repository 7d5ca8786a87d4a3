#pragma once

#include <string>
#include <vector>

namespace learn {

/// What has to be built for a command besides the learn program.
struct Needs {
  std::string purpose;               ///< "lesson 9", to be told
  std::vector<std::string> targets;  ///< of the build; none: nothing
  std::vector<std::string> ahead{};  ///< likewise, while the command runs
};

/// The same for the script ./learn: three lines.
std::string text_of(const Needs& needs);

}  // namespace learn
