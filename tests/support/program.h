#pragma once

// The output of a program.

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "support/matchers.h"

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

/// Each of these arguments is refused, with a text that contains this sentence.
inline void expect_refused(const std::string& program,
                           const std::vector<std::array<const char*, 2>>& cases) {
  for (const auto& [arguments, sentence] : cases) {
    const Outcome outcome = run_command(program + " " + arguments);
    EXPECT_NE(outcome.status, 0) << arguments;
    EXPECT_THAT(outcome.text, HasSubstr(sentence)) << arguments;
  }
}

}  // namespace horloge::test
