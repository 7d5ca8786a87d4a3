#pragma once

#include <string>
#include <vector>

namespace runner {

/// A compiler's first error, for a learner.
struct Diagnosis {
  std::string sentence;  ///< what is wrong, in plain words
  int line = 0;          ///< in the learner's file; 0 if it is not there
  int column = 0;        ///< 0 if it is not known
  std::string code;      ///< that line of the file
  std::string message;   ///< the compiler's own words, without long type names
  std::size_t errors = 0;
};

/// Reads what g++ or clang++ said about `file` (its path as the compiler got
/// it, its text is `source`), or what the linker said.
Diagnosis diagnose(const std::string& messages, const std::string& file,
                   const std::string& source);

/// All errors, the first of them as diagnose() has it: at most `most`.
std::vector<Diagnosis> diagnose_all(const std::string& messages,
                                    const std::string& file,
                                    const std::string& source,
                                    std::size_t most);

/// "It does not compile, line 12: a semicolon is missing."
std::string compile_sentence(const Diagnosis& diagnosis);

/// "The compiler says: …", or nothing if it did not.
std::string compilers_words(const Diagnosis& diagnosis);

/// A diagnosis as at most 10 lines of text, no wider than `width`.
std::vector<std::string> explain_diagnosis(const Diagnosis& diagnosis,
                                           const std::string& file,
                                           std::size_t width);

}  // namespace runner
