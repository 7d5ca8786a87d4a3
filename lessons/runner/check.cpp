#include "runner/check.h"

#include <random>

#include "horloge/train/interrupt.h"
#include "runner/screen.h"
#include "runner/stub.h"

namespace runner {
namespace {

std::uint64_t fresh_seed() {
  return 1 + std::random_device{}() % 9999;  // short enough to type
}

}  // namespace

Verdict quick_check(Session& session, const Compiler& compiler,
                    const Exercise& exercise, const CheckOptions& options) {
  const Verdict verdict = check_answer(
      session.course, compiler, exercise, exercise.file,
      options.seed != 0 ? options.seed : fresh_seed(), options.stop);
  if (verdict.outcome == Outcome::stopped) return verdict;
  show(show_verdict(session, exercise, verdict, options.raw));
  session.progress.set_solved(exercise.id, verdict.passed());
  return verdict;
}

std::string keep_sanitized(Session& session, const Exercise& exercise,
                           const Verdict& verdict,
                           const SanitizedResult& result) {
  if (!result.trouble.empty()) session.progress.set_solved(exercise.id, false);
  return show_sanitized(session, verdict, result);
}

int check_once(Session& session, const Exercise& exercise,
               CheckOptions options) {
  constexpr int interrupted = 130;
  const horloge::InterruptGuard guard;
  options.stop = [&guard] { return guard.interrupted(); };
  if (open_exercise(session.course, exercise))
    show("Made " + exercise.file.string() + ": your file for this exercise.\n");
  build_check(session.course, exercise, options.stop);
  Compiler compiler(session.course);
  if (!options.compiler.empty()) compiler.use(options.compiler);
  const Verdict verdict = quick_check(session, compiler, exercise, options);
  if (verdict.ran() && options.sanitized && compiler.is_the_builds())
    show(keep_sanitized(
        session, exercise, verdict,
        check_sanitized(session.course, compiler, exercise, exercise.file,
                        verdict.seed, options.stop)));
  if (guard.interrupted()) {
    show("\n");
    return interrupted;
  }
  return session.progress.solved(exercise.id) ? 0 : 1;
}

}  // namespace runner
