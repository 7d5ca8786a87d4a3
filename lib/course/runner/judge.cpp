#include "course/runner/judge.h"

#include <fmt/format.h>

#include <csignal>

#include "course/runner/report.h"
#include "course/runner/source_note.h"

namespace runner {
namespace {

std::string crash_sentence(int signal, const std::string& printed) {
  // What the C library says when it finds its lists of free memory corrupted.
  const bool heap_spoilt = printed.find("corrupted") != std::string::npos ||
                           printed.find("free(): ") != std::string::npos ||
                           printed.find("malloc(): ") != std::string::npos;
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "it crashed: your code read or wrote memory that is not its own "
             "(segmentation fault)";
    case SIGFPE:
      return "it crashed: an integer was divided by zero";
    case SIGABRT:
      return heap_spoilt ? "it crashed: your code wrote outside an array"
                         : "it crashed: your code called abort(), failed an "
                           "assert, or threw where nothing may be thrown";
    case SIGILL:
    case SIGTRAP:
      return "it crashed: your code reached a point that it must never reach, "
             "such as the end of a function whose return is missing";
    case SIGKILL:
      return "it was killed, probably because it asked for too much memory";
    default:
      return fmt::format("it was ended by signal {}", signal);
  }
}

std::string end_sentence(const ProcessResult& run, const Report& report) {
  if (run.flooded)
    return fmt::format(
        "it printed more than {} megabytes and was stopped: is there a loop "
        "that never ends?",
        max_output_bytes >> 20U);
  if (run.too_many_processes)
    return fmt::format(
        "it started more than {} processes and was stopped: an answer needs "
        "none.",
        processes);
  if (run.out_of_time && run.signal != SIGXCPU)
    return fmt::format(
        "it was still running after {} seconds and was stopped: is there a "
        "loop that never ends, or does it wait for something?",
        wall_seconds);
  if (run.out_of_time)
    return fmt::format(
        "it was still running after {} seconds and was stopped: is there a "
        "loop that never ends?",
        check_seconds);
  if (report.stack_overflow)
    return "it crashed: a function calls itself endlessly (the stack is full).";
  if (report.shapes_do_not_fit)
    return "it crashed: your code combines arrays whose shapes do not fit "
           "together, as x += y does if x has three numbers and y has four.";
  if (report.threw_wildly)
    return "it crashed: your code threw an error where nothing may be thrown, "
           "in a destructor or in a function that is noexcept.";
  if (run.signal != 0) return crash_sentence(run.signal, run.output) + ".";
  return fmt::format("your code ended the whole program, with status {}.",
                     run.status);
}

// Why a check did not come to its end.
void explain_end(Verdict& verdict, const ProcessResult& run,
                 const Report& report) {
  if (run.stopped) {
    verdict.outcome = Outcome::stopped;
    return;
  }
  constexpr int could_not_begin = 2;
  if (run.status == could_not_begin && report.current.empty() &&
      !run.output.empty()) {
    verdict.outcome = Outcome::broken;
    verdict.trouble = "the check could not run: " + run.output;
    verdict.printed.clear();
    return;
  }
  verdict.outcome = run.out_of_time || run.flooded || run.too_many_processes
                        ? Outcome::out_of_time
                        : Outcome::crashed;
  verdict.trouble = end_sentence(run, report);
  if (!report.current.empty())
    verdict.trouble += fmt::format(" The check was at \"{}\".", report.current);
}

}  // namespace

void judge(const ProcessResult& run, const std::string& source,
           Verdict& verdict, const std::optional<exercise::SealKey>& key) {
  verdict.printed = run.output;
  verdict.outcome = Outcome::failed;
  const Report report = read_report(run.report, verdict, key);
  if (!report.ended) explain_end(verdict, run, report);
  if (verdict.outcome == Outcome::out_of_time ||
      (verdict.ran() && !verdict.passed()))
    verdict.note = note_on_source(source, verdict.likeness_about);
}

}  // namespace runner
