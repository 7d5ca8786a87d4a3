#include "runner/check.h"

#include <random>

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
  const Verdict verdict =
      check_answer(session.course, compiler, exercise, exercise.file,
                   options.seed != 0 ? options.seed : fresh_seed());
  session.progress.set_solved(exercise.id, verdict.passed());
  show(show_verdict(session, exercise, verdict, options.raw));
  return verdict;
}

std::string keep_sanitized(Session& session, const Exercise& exercise,
                           const Verdict& verdict,
                           const SanitizedResult& result) {
  if (!result.trouble.empty()) session.progress.set_solved(exercise.id, false);
  return show_sanitized(session, verdict, result);
}

bool check_once(Session& session, const Exercise& exercise,
                const CheckOptions& options) {
  if (open_exercise(session.course, exercise))
    show("Made " + exercise.file.string() + ": your file for this exercise.\n");
  build_check(session.course, exercise);
  Compiler compiler(session.course);
  if (!options.compiler.empty()) compiler.use(options.compiler);
  const Verdict verdict = quick_check(session, compiler, exercise, options);
  if (verdict.ran() && options.sanitized)
    show(keep_sanitized(session, exercise, verdict,
                        check_sanitized(session.course, compiler, exercise,
                                        exercise.file, verdict.seed)));
  return session.progress.solved(exercise.id);
}

}  // namespace runner
