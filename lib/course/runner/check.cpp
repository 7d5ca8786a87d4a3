#include "course/runner/check.h"

#include <fmt/format.h>

#include <random>

#include "course/runner/lessons.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "course/runner/waiting_line.h"
#include "horloge/core/interrupt.h"

namespace runner {
namespace {

std::uint64_t fresh_seed() {
  return 1 + std::random_device{}() % 9999;  // short enough to type
}

// The same question, while the line shows how the time goes by.
std::function<bool()> ticking(WaitingLine& line,
                              const std::function<bool()>& stop) {
  return [&line, stop] {
    line.tick();
    return stop && stop();
  };
}

void tell(WaitingLine& line, Phase phase) {
  if (phase == Phase::compiling)
    line.begin("compiling");
  else
    line.begin("checking", fmt::format(" of at most {}", check_seconds));
}

SanitizedResult second_check(const Session& session, const Compiler& compiler,
                             const Exercise& exercise, std::uint64_t seed,
                             const std::function<bool()>& stop) {
  WaitingLine line(session.terminal);
  line.begin("checking once more, with sanitizers");
  return check_sanitized(session.course, compiler, exercise, exercise.file,
                         seed, ticking(line, stop));
}

}  // namespace

void prepare_check(const Session& session, const Exercise& exercise,
                   const std::function<bool()>& stop) {
  WaitingLine line(session.terminal);
  line.begin("building the check");
  build_check(session.course, exercise, ticking(line, stop));
}

Verdict quick_check(Session& session, const Compiler& compiler,
                    const Exercise& exercise, const CheckOptions& options) {
  WaitingLine line(session.terminal);
  const Verdict verdict = check_answer(
      session.course, compiler, exercise, exercise.file,
      options.seed != 0 ? options.seed : fresh_seed(),
      ticking(line, options.stop), [&](Phase phase) { tell(line, phase); });
  line.end();
  if (verdict.outcome == Outcome::stopped) return verdict;
  show(show_verdict(session, exercise, verdict, options.raw, options.full));
  session.progress.set_passes(exercise.id, verdict.passed());
  if (!verdict.passed() && session.progress.solved(exercise.id))
    show(wrapped(session, "  ",
                 "You have solved it before, and that stands; this version "
                 "does not pass.",
                 2));
  return verdict;
}

std::string keep_sanitized(Session& session, const Exercise& exercise,
                           const Verdict& verdict,
                           const SanitizedResult& result) {
  if (!result.trouble.empty())
    session.progress.set_passes(exercise.id, false);
  else if (verdict.passed() && !result.stopped)
    session.progress.set_solved(exercise.id, true);
  return show_sanitized(session, exercise, verdict, result);
}

int check_once(Session& session, const Exercise& exercise,
               CheckOptions options) {
  constexpr int interrupted = 130;
  const horloge::InterruptGuard guard;
  options.stop = [&guard] { return guard.interrupted(); };
  if (open_exercise(session.course, exercise))
    show(wrapped(
        session, "",
        "Made " + exercise.file.string() + ": your file for this exercise.",
        0));
  prepare_check(session, exercise, options.stop);
  Compiler compiler(session.course);
  if (!options.compiler.empty()) compiler.use(options.compiler);
  const Verdict verdict = quick_check(session, compiler, exercise, options);
  if (verdict.ran()) {
    SanitizedResult second;
    if (options.sanitized && compiler.is_the_builds())
      second =
          second_check(session, compiler, exercise, verdict.seed, options.stop);
    show(keep_sanitized(session, exercise, verdict, second));
  }
  if (guard.interrupted()) {
    show("\n");
    return interrupted;
  }
  if (!session.progress.passes(exercise.id)) return 1;
  if (session.terminal.interactive)
    show(wrapped(session, "", how_to_go_on(session), 0));
  return 0;
}

}  // namespace runner
