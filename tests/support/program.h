#pragma once

// The output of a program.

#include <array>
#include <cstdio>
#include <string>

namespace horloge::test {

struct Outcome {
  int status;        ///< 0 for success
  std::string text;  ///< stdout and stderr
};

/// Runs a shell command to its end.
inline Outcome run_command(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  Outcome outcome{0, {}};
  std::array<char, 256> part{};
  while (fgets(part.data(), part.size(), pipe) != nullptr) outcome.text += part.data();
  outcome.status = pclose(pipe);
  return outcome;
}

}  // namespace horloge::test
