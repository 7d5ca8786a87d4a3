#pragma once

#include <cstdint>
#include <functional>

#include "course/runner/among_processes.h"
#include "course/runner/answer_check.h"
#include "course/runner/session.h"

namespace runner {

struct CheckOptions {
  std::uint64_t seed = 0;      ///< 0: a fresh one
  bool raw = false;            ///< all that the compiler says
  bool full = false;           ///< everything that failed, in full
  bool sanitized = true;       ///< check once more with the sanitizers
  std::string compiler;        ///< another one than the build's
  std::function<bool()> stop;  ///< asked now and then; true ends the check
};

/// Opens an exercise if need be, checks the learner's file once and shows and
/// records the verdict. Returns a status for the shell: 0 passed, 1 did not,
/// 130 after Ctrl-C.
int check_once(Session& session, const Exercise& exercise,
               CheckOptions options);

/// Parts of it. First the check has to be built, if it is not there.
void prepare_check(const Session& session, const Exercise& exercise,
                   const std::function<bool()>& stop);

/// The quick verdict, shown and recorded. A pass counts as solved when the
/// sanitized check has confirmed it; until then the screen says so. Nothing is
/// shown if it was stopped.
Verdict quick_check(Session& session, const Compiler& compiler,
                    const Exercise& exercise, const CheckOptions& options);

/// The second check: among processes, where an exercise is for them and the
/// quick check has passed, and then with sanitizers.
struct SecondResult {
  AmongProcesses processes;
  SanitizedResult sanitized;
};
SecondResult check_again(const Session& session, const Compiler& compiler,
                         const Exercise& exercise, const Verdict& verdict,
                         const std::function<bool()>& stop);

/// Records what it found; returns what to show.
std::string keep_second(Session& session, const Exercise& exercise,
                        const Verdict& verdict, const SecondResult& result);

/// Whether the sanitized check can be had: not with another compiler, nor where
/// the sanitizers are not installed.
bool has_sanitized_check(const Compiler& compiler);

}  // namespace runner
