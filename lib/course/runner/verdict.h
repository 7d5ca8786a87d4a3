#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "course/runner/compiler.h"
#include "course/runner/course.h"

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
  double seconds = 0;    ///< from the start to here

  bool passed() const { return outcome == Outcome::passed; }
  /// Whether there was something to run, and it came to an end.
  bool ran() const {
    return outcome == Outcome::passed || outcome == Outcome::failed ||
           outcome == Outcome::crashed;
  }
};

/// The phases on the way to a verdict.
enum class Phase { compiling, checking };

/// Seconds of the processor's time that a check may take.
constexpr unsigned check_seconds = 5;

/// Seconds by the clock, also for what sleeps.
constexpr unsigned wall_seconds = 10;

/// Compiles the learner's file and checks it, in a process of its own with
/// limits of time, memory and output. `stop` is asked now and then; true ends
/// it. `begins` is told of each phase.
Verdict check_answer(const Course& course, const Compiler& compiler,
                     const Exercise& exercise,
                     const std::filesystem::path& file, std::uint64_t seed,
                     const std::function<bool()>& stop = {},
                     const std::function<void(Phase)>& begins = {});

/// What the sanitizers found in the learner's file, or else the first part that
/// fails when it is compiled with them: one sentence, or nothing.
struct SanitizedResult {
  bool finished = false;  ///< it compiled and ran to its end, or to a finding
  bool stopped = false;   ///< because `stop` said so
  std::string trouble;
  bool failed = false;  ///< it is only that a part fails here; `trouble` says
};
SanitizedResult check_sanitized(const Course& course, const Compiler& compiler,
                                const Exercise& exercise,
                                const std::filesystem::path& file,
                                std::uint64_t seed,
                                const std::function<bool()>& stop = {});

/// Builds an exercise's check if it is not there; ./learn keeps it up to date,
/// and sees to it that no two builds run at once. `stop` is asked now and then;
/// true ends it. horloge::ValueError, with the end of the log, if it fails.
void build_check(const Course& course, const Exercise& exercise,
                 const std::function<bool()>& stop = {});

/// What the build has to make for an exercise, or for all if `name` is empty:
/// names of targets, in one line.
std::string check_targets(const Course& course, const std::string& name);

}  // namespace runner
