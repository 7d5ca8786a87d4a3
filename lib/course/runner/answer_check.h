#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "course/runner/compiler.h"
#include "course/runner/course.h"
#include "course/runner/verdict.h"

namespace runner {

/// The phases on the way to a verdict.
enum class Phase { compiling, checking };

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

/// What the build has to make for an exercise: names of targets.
std::vector<std::string> check_targets(const Exercise& exercise);

}  // namespace runner
