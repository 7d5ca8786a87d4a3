#include "runner/verdict.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "horloge/core/error.h"
#include "runner/process.h"
#include "runner/sanitizer_report.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr unsigned cpu_seconds = 5;
constexpr unsigned wall_seconds = 60;
constexpr std::size_t memory = std::size_t{3} << 30;

fs::path check_program(const Course& course, const Exercise& exercise) {
  return course.build / "bin" / ("check_" + exercise.id);
}

ProcessOptions limits(const Course& course) {
  ProcessOptions options;
  options.folder = course.work;
  options.report = true;
  options.cpu_seconds = cpu_seconds;
  options.wall_seconds = wall_seconds;
  options.environment = {{"OPENBLAS_NUM_THREADS", "1"},
                         {"OMP_NUM_THREADS", "1"}};
  return options;
}

std::vector<std::string> check_command(const Course& course,
                                       const Exercise& exercise,
                                       const fs::path& library,
                                       std::uint64_t seed) {
  return {check_program(course, exercise),
          library,
          "--seed",
          std::to_string(seed),
          "--report",
          "3"};
}

// Reads the report into a verdict. A part that began and did not end is where
// the program ended.
struct ReportReader {
  Verdict& verdict;
  std::string current;  // the part that is being checked
  bool ended = false;

  void read(const std::string& report) {
    std::istringstream lines(report);
    for (std::string line; std::getline(lines, line);) {
      const json event = json::parse(line, nullptr, false);
      if (!event.is_discarded()) read(event);
    }
  }

  void read(const json& event) {
    const std::string what = event.at("event");
    if (what == "begin") {
      current = event.at("sentence");
    } else if (what == "end") {
      PartResult part{event.at("kind"), event.at("sentence"), event.at("ok"),
                      event.at("message")};
      if (part.message.find("not written yet") != std::string::npos)
        verdict.outcome = Outcome::unwritten;
      add(std::move(part));
    } else if (what == "mistake") {
      verdict.mistake = event.at("id");
      verdict.mistake_sentence = event.at("sentence");
    } else if (what == "verdict") {
      ended = true;
      verdict.seed = event.at("seed");
      if (event.at("passed")) verdict.outcome = Outcome::passed;
    }
  }

  // A part that passed with the first seed may fail with a later one.
  void add(PartResult part) {
    for (PartResult& known : verdict.parts)
      if (known.kind == part.kind && known.sentence == part.sentence) {
        known = std::move(part);
        return;
      }
    verdict.parts.push_back(std::move(part));
  }
};

std::string crash_sentence(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "it crashed: memory was read or written that is not yours "
             "(segmentation fault)";
    case SIGFPE:
      return "it crashed: a whole number was divided by zero";
    case SIGABRT:
      return "it crashed: the program was aborted";
    case SIGILL:
      return "it crashed: the end of a function was reached without return";
    case SIGKILL:
      return "it was killed: probably it asked for too much memory";
    default:
      return fmt::format("it was ended by signal {}", signal);
  }
}

std::string where(const std::string& part) {
  return part.empty() ? "" : fmt::format(" The check was at \"{}\".", part);
}

void explain_end(Verdict& verdict, const ProcessResult& run,
                 const std::string& part) {
  if (run.out_of_time) {
    verdict.outcome = Outcome::out_of_time;
    verdict.trouble = fmt::format(
        "it was still running after {} seconds and was ended: is there a loop "
        "that never ends?{}",
        cpu_seconds, where(part));
  } else if (run.signal != 0) {
    verdict.outcome = Outcome::crashed;
    verdict.trouble = crash_sentence(run.signal) + "." + where(part);
  } else if (part.empty()) {
    verdict.outcome = Outcome::broken;
    verdict.trouble = "the check could not run";
  } else {
    verdict.outcome = Outcome::crashed;
    verdict.trouble = fmt::format(
        "your code ended the program (exit, or an exception that nobody may "
        "catch), with status {}.{}",
        run.status, where(part));
  }
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Verdict check_answer(const Course& course, const Compiler& compiler,
                     const Exercise& exercise, const fs::path& file,
                     std::uint64_t seed) {
  const auto start = Clock::now();
  Verdict verdict;
  verdict.seed = seed;
  const Compiled compiled = compiler.compile(exercise, file, Way::quick);
  if (!compiled.ok) {
    verdict.outcome = Outcome::does_not_compile;
    verdict.messages = compiled.messages;
    verdict.seconds = seconds_since(start);
    return verdict;
  }
  ProcessOptions options = limits(course);
  options.memory = memory;
  const ProcessResult run = run_process(
      check_command(course, exercise, compiled.library, seed), options);
  fs::remove(compiled.library);
  verdict.printed = run.output;
  verdict.outcome = Outcome::failed;
  ReportReader reader{verdict, "", false};
  reader.read(run.report);
  if (!reader.ended) explain_end(verdict, run, reader.current);
  verdict.seconds = seconds_since(start);
  return verdict;
}

SanitizedResult check_sanitized(const Course& course, const Compiler& compiler,
                                const Exercise& exercise, const fs::path& file,
                                std::uint64_t seed,
                                const std::function<bool()>& stop) {
  SanitizedResult result;
  const Compiled compiled =
      compiler.compile(exercise, file, Way::sanitized, stop);
  if (!compiled.ok) return result;
  ProcessOptions options = limits(course);
  options.cpu_seconds *= 4;  // checked code is slow
  options.stop = stop;
  options.environment.insert(
      options.environment.end(),
      {{"LD_PRELOAD", compiler.sanitizer_runtime()},
       {"HORLOGE_PLAIN_MALLOC", "1"},
       {"ASAN_OPTIONS",
        "detect_leaks=0:allocator_may_return_null=1:hard_rss_limit_mb=3000"},
       {"UBSAN_OPTIONS", "print_stacktrace=0:halt_on_error=1"}});
  const ProcessResult run = run_process(
      check_command(course, exercise, compiled.library, seed), options);
  fs::remove(compiled.library);
  if (run.stopped) return result;
  result.trouble = read_sanitizer_report(run.output, exercise.file.filename());
  Verdict verdict;
  ReportReader reader{verdict, "", false};
  reader.read(run.report);
  result.finished = reader.ended || !result.trouble.empty();
  return result;
}

std::string check_targets(const Course& course, const std::string& name) {
  std::string targets = "answer_headers_sanitized";
  for (const Exercise& exercise : course.exercises)
    if (name.empty() || &exercise == &course.find_exercise(name))
      targets += " check_" + exercise.id;
  return targets;
}

void build_check(const Course& course, const Exercise& exercise) {
  if (fs::exists(check_program(course, exercise))) return;
  const ProcessResult built =
      run_process({"cmake", "--build", course.build, "--target",
                   "answer_headers_sanitized", "check_" + exercise.id});
  if (built.ok()) return;
  const std::size_t tail =
      built.output.size() > 2000 ? built.output.size() - 2000 : 0;
  throw horloge::ValueError(
      fmt::format("the check of {} could not be built:\n{}", exercise.name,
                  built.output.substr(tail)));
}

}  // namespace runner
