// Proves one thing about one exercise:
//
//   prove stub-fails NAME       what a learner begins with says that it is not written, and where
//   prove solution-passes NAME  our solution passes 20 seeds
//   prove solution-holds NAME   it passes 200 seeds, and with sanitizers
//   prove other-answers NAME    every other correct answer passes, through parts of every kind
//   prove wrong-answers NAME    six known mistakes or more, each rejected and named, many seeds
//   prove among-processes NAME  our solution and the other answers are right under mpirun; one
//                               that is right among threads only is named
//
// `prove told NAME FILE` proves nothing, and prints how a learner is told of any answer: accepted,
// named, likened, pointed at, failed, stopped, does not compile or unwritten; then a tab and the id
// of the mistake that is named.
//
// Each time the learner's files for all other exercises are broken: none needs another one's code.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "course/mistakes/expansion.h"
#include "course/runner/among_processes.h"
#include "course/runner/answer_check.h"
#include "course/runner/compiler.h"
#include "course/runner/course.h"
#include "course/runner/exercise_commands.h"
#include "course/runner/process.h"
#include "course/runner/stub.h"
#include "support/temporary_folder.h"

namespace fs = std::filesystem;

namespace {

using namespace runner;

// A course whose learner's files lie in a folder that goes when we go.
class Scratch {
 public:
  Scratch() {
    for (const Exercise& exercise : course_.exercises) save(exercise, "this is no C++ }{\n");
  }

  const Course& course() const { return course_; }

  // A text as the learner's file.
  void save(const Exercise& exercise, const std::string& text) const {
    const fs::path file = folder_ / exercise.file.string();
    fs::create_directories(file.parent_path());
    if (!(std::ofstream(file) << text).flush())
      throw std::runtime_error(fmt::format("{} cannot be written", file.string()));
  }

  // What the check says of it.
  Verdict check(const Exercise& exercise, const std::string& text) const {
    save(exercise, text);
    return check_answer(course_, Compiler(course_), exercise, exercise.file, 1);
  }

 private:
  horloge::test::TemporaryFolder folder_;
  Course course_ = read_course(HORLOGE_ROOT, HORLOGE_BUILD, folder_.path());
};

void expect(bool fact, const std::string& otherwise) {
  if (!fact) throw std::runtime_error(otherwise);
}

std::string first_failure(const Verdict& verdict) {
  if (!verdict.messages.empty()) return verdict.messages.substr(0, 2000);
  if (!verdict.trouble.empty()) return verdict.trouble;
  for (const PartResult& part : verdict.parts)
    if (!part.ok) return part.sentence + ": " + part.message;
  return "no part failed";
}

// The line of a text in which something stands, from 1.
std::size_t line_of(const std::string& text, const std::string& what) {
  const std::size_t at = text.find(what);
  expect(at != std::string::npos, "the stub has no " + what);
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

void stub_fails(const Scratch& scratch, const Exercise& exercise) {
  const std::string stub = stub_of(exercise);
  expect(stub.find("// solution") == std::string::npos, "the stub still holds a mark");
  const Verdict verdict = scratch.check(exercise, stub);
  expect(verdict.outcome == Outcome::unwritten,
         "the stub is not called unwritten: " + first_failure(verdict));
  const std::string begin = exercise.name;
  const std::string end = fmt::format("not written yet, {}:", exercise.file.string());
  for (const PartResult& part : verdict.parts) {
    if (part.ok) continue;
    expect(part.message.rfind(begin, 0) == 0 && part.message.find(end) != std::string::npos,
           "a part does not say what is not written: " + part.message);
  }
  const std::string place = fmt::format("{}:{}", exercise.file.string(), line_of(stub, "todo(\""));
  expect(first_failure(verdict).find(place) != std::string::npos,
         "the first message does not name " + place + ": " + first_failure(verdict));
  expect(verdict.mistake.empty(), "the stub is taken for the mistake " + verdict.mistake);
  expect(hint_count(exercise) == 3, "there are not three hints");
}

void other_answers_pass(const Scratch& scratch, const Exercise& exercise) {
  Verdict verdict;
  for (const std::string& text : mistakes::expand(exercise.folder).right) {
    verdict = scratch.check(exercise, text);
    expect(verdict.passed(), first_failure(verdict));
  }
  for (const char* const kind : {"shape", "values", "property", "gradient", "edge"})
    expect(std::any_of(verdict.parts.begin(), verdict.parts.end(),
                       [&](const PartResult& part) { return part.kind == kind; }),
           fmt::format("the check has no part of the kind {}", kind));
}

fs::path check_program(const Scratch& scratch, const Exercise& exercise) {
  return scratch.course().build / "bin" / ("check_" + exercise.id);
}

void wrong_answers_are_named(const Scratch& scratch, const Exercise& exercise) {
  for (const char* const seed : {"1", "2", "3", "71", "9999"}) {
    const ProcessResult proof =
        run_process({check_program(scratch, exercise), "--mistakes", "--seed", seed});
    expect(proof.ok(), fmt::format("seed {}:\n{}", seed, proof.output));
    expect(std::count(proof.output.begin(), proof.output.end(), '\n') >= 6,
           "there are fewer than six known mistakes");
  }
}

fs::path compiled_solution(const Scratch& scratch, const Exercise& exercise) {
  scratch.save(exercise, solution_of(exercise));
  const Compiled compiled =
      Compiler(scratch.course()).compile(exercise, exercise.file, BuildMode::quick);
  expect(compiled.ok, compiled.messages);
  return compiled.library;
}

void passes_seeds(const Scratch& scratch, const Exercise& exercise, const char* count) {
  const fs::path solution = compiled_solution(scratch, exercise);
  const ProcessResult seeds =
      run_process({check_program(scratch, exercise), solution, "--seeds", count});
  expect(seeds.ok(), seeds.output);
}

void solution_passes(const Scratch& scratch, const Exercise& exercise) {
  passes_seeds(scratch, exercise, "20");
}

void solution_holds(const Scratch& scratch, const Exercise& exercise) {
  passes_seeds(scratch, exercise, "200");
  const Course& course = scratch.course();
  const SanitizedResult sanitized =
      check_sanitized(course, Compiler(course), exercise, exercise.file, 1);
  expect(sanitized.finished, "the sanitized check did not come to its end");
  expect(sanitized.trouble.empty(), "sanitized: " + sanitized.trouble);
}

void is_tried_among_processes(const Scratch& scratch, const Exercise& exercise) {
  const Compiler compiler(scratch.course());
  const auto tried = [&](const std::string& text) {
    scratch.save(exercise, text);
    return try_among_processes(scratch.course(), compiler, exercise, exercise.file);
  };
  std::vector<std::string> right = mistakes::expand(exercise.folder).right;
  right.push_back(solution_of(exercise));
  for (const std::string& text : right) {
    const AmongProcesses result = tried(text);
    expect(!result.right.empty(), result.trouble + result.not_tried);
  }
  const std::string wrong = read_text(exercise.folder / "wrong_among_processes.cpp");
  const Verdict verdict = scratch.check(exercise, wrong);
  expect(verdict.passed(), "wrong among threads: " + first_failure(verdict));
  const AmongProcesses result = tried(wrong);
  expect(result.trouble.find("[shared-memory]") != std::string::npos,
         "wrong_among_processes.cpp is not named: " + result.right + result.trouble +
             result.not_tried);
}

// How well a learner is told.
std::string told(const Scratch& scratch, const Exercise& exercise, const std::string& text) {
  const Verdict verdict = scratch.check(exercise, text);
  switch (verdict.outcome) {
    case Outcome::passed:
      break;
    case Outcome::unwritten:
      return "unwritten\t";
    case Outcome::does_not_compile:
      return "does not compile\t";
    case Outcome::crashed:
    case Outcome::out_of_time:
      return "stopped\t" + verdict.mistake;
    default:
      if (!verdict.mistake.empty()) return "named\t" + verdict.mistake;
      return !verdict.likeness.empty() ? "likened\t"
             : verdict.note.empty()    ? "failed\t"
                                       : "pointed at\t";
  }
  const SanitizedResult again =
      check_sanitized(scratch.course(), Compiler(scratch.course()), exercise, exercise.file, 1);
  return again.trouble.empty() ? "accepted\t" : "stopped\t";
}

}  // namespace

int main(int argc, char** argv) try {
  const std::map<std::string, void (*)(const Scratch&, const Exercise&)> proofs = {
      {"stub-fails", stub_fails},
      {"solution-passes", solution_passes},
      {"solution-holds", solution_holds},
      {"other-answers", other_answers_pass},
      {"wrong-answers", wrong_answers_are_named},
      {"among-processes", is_tried_among_processes},
  };
  std::string proof;
  std::string name;
  CLI::App app{"Proves one thing about one exercise"};
  std::string answer;
  app.add_option("proof", proof)->required();
  app.add_option("exercise", name)->required();
  app.add_option("answer", answer)->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);

  const Scratch scratch;
  const Exercise& exercise = scratch.course().find_exercise(name);
  if (proof == "told") {
    fmt::print("{}\n", told(scratch, exercise, read_text(answer)));
    return 0;
  }
  const auto found = proofs.find(proof);
  expect(found != proofs.end(), "there is no proof " + proof);
  found->second(scratch, exercise);
  fmt::print("{}: {}\n", name, proof);
  return 0;
} catch (const std::exception& e) {
  fmt::print(stderr, "{}\n", e.what());
  return 1;
}
