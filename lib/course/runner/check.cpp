#include "course/runner/check.h"

#include <fmt/format.h>

#include <filesystem>
#include <random>

#include "course/runner/judge.h"
#include "course/runner/next.h"
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
    line.begin("checking", fmt::format(" of at most {}", wall_seconds));
}

// What a verdict means for what was solved before, or is now.
std::string what_counts(const Session& session, const Exercise& exercise,
                        const Verdict& verdict, const CheckOptions& options) {
  const Progress& progress = session.progress;
  const std::string day = progress.solved_on(exercise.id);
  if (progress.solved(exercise.id))
    return verdict.passed()
               ? ""
               : fmt::format(
                     "You solved it {}, and that stands; the file as it is now "
                     "does not pass.",
                     day.empty() ? "before" : "on " + day);
  if (!verdict.passed()) return "";
  return options.sanitized && options.compiler.empty()
             ? "It counts as solved when the second check, with sanitizers, "
               "agrees."
             : fmt::format(
                   "It counts as solved when the second check, with "
                   "sanitizers, agrees: `./learn check {}` does both.",
                   exercise.name);
}

SecondResult second_check(const Session& session, const Compiler& compiler,
                          const Exercise& exercise, const Verdict& verdict,
                          const std::function<bool()>& stop) {
  WaitingLine line(session.terminal);
  line.begin(verdict.passed() && is_for_processes(exercise)
                 ? "checking once more, among processes and with sanitizers"
                 : "checking once more, with sanitizers");
  return check_again(session, compiler, exercise, verdict, ticking(line, stop));
}

// Records what the sanitized check found; returns what to show.
std::string keep_sanitized(Session& session, const Exercise& exercise,
                           const Verdict& verdict,
                           const SanitizedResult& result) {
  const bool was_solved = session.progress.solved(exercise.id);
  std::string text = show_sanitized(session, exercise, verdict, result);
  if (!result.trouble.empty()) {
    session.progress.set_passes(exercise.id, false);
  } else if (verdict.passed() && result.finished) {
    session.progress.set_solved(exercise.id, true);
    if (!was_solved) text += wrapped(session, "  ", "Solved.", 2);
  } else if (verdict.passed() && !result.stopped && !was_solved) {
    text += wrapped(session, "  ",
                    "The second check did not come to its end, so this does "
                    "not count as solved yet.",
                    2);
  }
  return text;
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
  if (verdict.passed() && compiler.is_the_builds() &&
      !has_sanitized_check(compiler))
    session.progress.set_solved(exercise.id, true);  // nothing more can be had
  const std::string counts = what_counts(session, exercise, verdict, options);
  if (!counts.empty()) show(wrapped(session, "  ", counts, 2));
  return verdict;
}

bool has_sanitized_check(const Compiler& compiler) {
  return compiler.is_the_builds() &&
         std::filesystem::exists(compiler.sanitizer_runtime());
}

SecondResult check_again(const Session& session, const Compiler& compiler,
                         const Exercise& exercise, const Verdict& verdict,
                         const std::function<bool()>& stop) {
  SecondResult result;
  if (verdict.passed() && is_for_processes(exercise))
    result.processes = try_among_processes(session.course, compiler, exercise,
                                           exercise.file, stop);
  if (result.processes.trouble.empty())
    result.sanitized = check_sanitized(session.course, compiler, exercise,
                                       exercise.file, verdict.seed, stop);
  return result;
}

std::string keep_second(Session& session, const Exercise& exercise,
                        const Verdict& verdict, const SecondResult& result) {
  const std::string text = show_processes(session, exercise, result.processes);
  if (result.processes.trouble.empty())
    return text + keep_sanitized(session, exercise, verdict, result.sanitized);
  session.progress.set_passes(exercise.id, false);
  return text;
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
  session.progress.set_at(exercise.id);
  prepare_check(session, exercise, options.stop);
  Compiler compiler(session.course);
  if (!options.compiler.empty()) compiler.use(options.compiler);
  const Verdict verdict = quick_check(session, compiler, exercise, options);
  if (verdict.ran() && options.sanitized && has_sanitized_check(compiler))
    show(keep_second(
        session, exercise, verdict,
        second_check(session, compiler, exercise, verdict, options.stop)));
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
