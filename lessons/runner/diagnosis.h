#pragma once

#include <string>
#include <vector>

namespace runner {

/// A compiler's first complaint, for somebody who learns.
struct Diagnosis {
  std::string sentence;  ///< what is wrong, in plain words
  int line = 0;          ///< in the learner's file; 0 if it is nowhere there
  int column = 0;
  std::string message;  ///< the compiler's own words
  std::size_t errors = 0;
};

/// Reads what g++ or clang++ said about `file` (its path as the compiler got
/// it), or what the linker said.
Diagnosis diagnose(const std::string& messages, const std::string& file);

/// The same as at most 12 lines of text, with the line of code it is about.
std::vector<std::string> explain_diagnosis(const Diagnosis& diagnosis,
                                           const std::string& source,
                                           const std::string& file,
                                           std::size_t width);

}  // namespace runner
