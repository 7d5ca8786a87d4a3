#include "course/runner/answer_check.h"

#include <fmt/format.h>

#include <chrono>

#include "course/runner/judge.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/runner/report.h"
#include "course/runner/sanitizer_report.h"
#include "course/runner/stub.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t check_memory = std::size_t{3} << 30;

fs::path check_program(const Course& course, const Exercise& exercise) {
  return course.build / "bin" / ("check_" + exercise.id);
}

ProcessOptions limits(const Course& course, const exercise::SealKey& key,
                      const std::function<bool()>& stop) {
  ProcessOptions options;
  options.stop = stop;
  options.max_output_bytes = max_output_bytes;
  options.folder = course.work;
  options.report = true;
  options.cpu_seconds = check_seconds;
  options.wall_seconds = wall_seconds;
  options.processes = processes;
  options.environment = {{"OPENBLAS_NUM_THREADS", "1"},
                         {"OMP_NUM_THREADS", "1"},
                         {exercise::seal_variable, exercise::text_of(key)}};
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

// A pass that does not last: chance had a part in it.
std::string first_failure(const Verdict& verdict) {
  for (const PartResult& part : verdict.parts)
    if (!part.ok)
      return fmt::format(
          "compiled with sanitizers it fails, \"{}\": {}. Its result "
          "depends on what happens to be in memory",
          part.sentence, part.message);
  return "it fails when it is compiled with sanitizers";
}

// At most so many bytes, the first of which begins a character.
std::string end_of(const std::string& text, std::size_t most) {
  std::size_t begin = text.size() > most ? text.size() - most : 0;
  const auto continues = [&](std::size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) >> 6U) == 2;
  };
  while (continues(begin)) ++begin;
  return text.substr(begin);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Verdict check_answer(const Course& course, const Compiler& compiler,
                     const Exercise& exercise, const fs::path& file,
                     std::uint64_t seed, const std::function<bool()>& stop,
                     const std::function<void(Phase)>& begins) {
  const auto start = Clock::now();
  Verdict verdict;
  verdict.seed = seed;
  verdict.trouble = why_not_an_answer(course, file);
  if (!verdict.trouble.empty()) return verdict;
  const std::string source = read_text(course.work / file);
  if (begins) begins(Phase::compiling);
  const Compiled compiled =
      compiler.compile(exercise, file, BuildMode::quick, stop);
  const RemoveAtEnd tidy(compiled.library);
  if (!compiled.forbidden.empty()) {
    verdict.trouble = fmt::format(
        "{} includes {}, which is a part of an exercise or an answer of its "
        "own: an answer does without, and this one does not count",
        file.string(), compiled.forbidden);
    verdict.seconds = seconds_since(start);
    return verdict;
  }
  if (!compiled.ok) {
    verdict.outcome =
        compiled.stopped ? Outcome::stopped : Outcome::does_not_compile;
    verdict.messages = compiled.messages;
    if (!compiled.stopped &&
        lacked_space(course.own_folder(), compiled.messages)) {
      verdict.outcome = Outcome::broken;
      verdict.trouble =
          fmt::format("the disk is full: there is no room in {} to compile in",
                      course.own_folder().string());
    }
    verdict.seconds = seconds_since(start);
    return verdict;
  }
  const exercise::SealKey key = exercise::draw_seal_key();
  ProcessOptions options = limits(course, key, stop);
  options.max_memory_bytes = check_memory;
  if (begins) begins(Phase::checking);
  const ProcessResult run = run_process(
      check_command(course, exercise, compiled.library, seed), options);
  judge(run, source, verdict, key);
  verdict.seconds = seconds_since(start);
  return verdict;
}

SanitizedResult check_sanitized(const Course& course, const Compiler& compiler,
                                const Exercise& exercise, const fs::path& file,
                                std::uint64_t seed,
                                const std::function<bool()>& stop) {
  SanitizedResult result;
  const std::string runtime = compiler.sanitizer_runtime();
  if (!fs::exists(runtime)) return result;
  const Compiled compiled =
      compiler.compile(exercise, file, BuildMode::sanitized, stop);
  result.stopped = compiled.stopped;
  if (!compiled.ok) return result;
  const RemoveAtEnd tidy(compiled.library);
  const exercise::SealKey key = exercise::draw_seal_key();
  ProcessOptions options = limits(course, key, stop);
  options.cpu_seconds *= 4;  // checked code is slow
  options.wall_seconds *= 4;
  options.environment.insert(
      options.environment.end(),
      {{"LD_PRELOAD", runtime},
       {"HORLOGE_PLAIN_MALLOC", "1"},
       {"ASAN_OPTIONS",
        "detect_leaks=0:detect_stack_use_after_return=1:"
        "allocator_may_return_null=1:hard_rss_limit_mb=3000"},
       {"UBSAN_OPTIONS", "print_stacktrace=0:halt_on_error=1"}});
  const ProcessResult run = run_process(
      check_command(course, exercise, compiled.library, seed), options);
  result.stopped = run.stopped;
  if (run.stopped) return result;
  result.trouble = read_sanitizer_report(run.output, exercise.file.filename());
  Verdict verdict;
  const Report report = read_report(run.report, verdict, key);
  result.finished = report.ended || !result.trouble.empty();
  result.failed = result.trouble.empty() && report.ended && !verdict.passed();
  if (result.failed) result.trouble = first_failure(verdict);
  return result;
}

std::vector<std::string> check_targets(const Exercise& exercise) {
  return {"answer_headers_sanitized", "check_" + exercise.id};
}

void build_check(const Course& course, const Exercise& exercise,
                 const std::function<bool()>& stop) {
  if (fs::exists(check_program(course, exercise))) return;
  ProcessOptions options;
  options.stop = stop;
  const ProcessResult built =
      run_process({course.root / "learn", "alone", course.build, "cmake",
                   "--build", course.build, "--target",
                   "answer_headers_sanitized", "check_" + exercise.id},
                  options);
  if (built.ok() || built.stopped) return;
  throw horloge::ValueError(
      fmt::format("the check of {} could not be built:\n{}", exercise.name,
                  end_of(built.output, 2000)));
}

}  // namespace runner
