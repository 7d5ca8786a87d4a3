#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace runner {

/// One part of a check, as the check reported it.
struct PartResult {
  std::string kind;      ///< shape, values, edge, property or gradient
  std::string sentence;  ///< "keeps the shape"
  bool ok = true;
  bool unwritten = false;  ///< it came to a todo()
  std::string message{};
  bool skipped = false;  ///< not looked at, as something above it fails
};

enum class Outcome {
  passed,
  failed,
  unwritten,         ///< it still throws Todo
  does_not_compile,  ///< or does not link
  crashed,
  out_of_time,
  stopped,  ///< because `stop` said so
  broken,   ///< the check itself could not run
};

struct Verdict {
  Outcome outcome = Outcome::broken;
  std::uint64_t seed = 0;
  std::vector<PartResult> parts;
  std::string trouble;  ///< what cut the check short, one sentence
  std::string mistake;  ///< id of the known mistake, if it is one
  std::string mistake_sentence;
  std::string likeness;  ///< how its numbers are like the right ones, if so
  std::string likeness_about;             ///< one word: "digits", "unset", …
  std::vector<std::string> failing_case;  ///< a table of the smallest one
  std::string note;      ///< what its source shows, if it failed
  std::string printed;   ///< what the learner's own code printed
  std::string messages;  ///< the compiler's, if it did not compile
  double seconds = 0;    ///< duration of the check

  bool passed() const { return outcome == Outcome::passed; }
  /// Whether there was something to run, and it came to an end.
  bool ran() const {
    return outcome == Outcome::passed || outcome == Outcome::failed ||
           outcome == Outcome::crashed;
  }
};

}  // namespace runner
