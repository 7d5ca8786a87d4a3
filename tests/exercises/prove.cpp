// Proves one thing about one exercise:
//
//   prove stub-fails NAME       what a learner begins with says that it is not written, and where
//   prove solution-passes NAME  our solution passes, with sanitizers too
//   prove other-answers NAME    another correct answer passes
//   prove wrong-answers NAME    every known mistake is rejected and named, with many seeds
//   prove seeds NAME            our solution passes 200 seeds

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "course/runner/compiler.h"
#include "course/runner/course.h"
#include "course/runner/help.h"
#include "course/runner/process.h"
#include "course/runner/stub.h"
#include "course/runner/verdict.h"
#include "horloge/core/atomic_file.h"

namespace fs = std::filesystem;

namespace {

using namespace runner;

// A course whose learner's files lie in a folder that goes when we go.
class Scratch {
 public:
  Scratch()
      : folder_(fs::temp_directory_path() / fmt::format("horloge-proof-{}", getpid())),
        course_(read_course(HORLOGE_ROOT, HORLOGE_BUILD, folder_)) {
    fs::create_directories(folder_);
  }
  ~Scratch() { fs::remove_all(folder_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const Course& course() const { return course_; }

  // What the check says of a text as the learner's file.
  Verdict check(const Exercise& exercise, const std::string& text) const {
    const fs::path file = folder_ / exercise.file;
    fs::create_directories(file.parent_path());
    horloge::write_file_atomically(file, text);
    return check_answer(course_, Compiler(course_), exercise, exercise.file, 1);
  }

 private:
  fs::path folder_;
  Course course_;
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

void passes(const Scratch& scratch, const Exercise& exercise, const std::string& text) {
  const Verdict verdict = scratch.check(exercise, text);
  expect(verdict.passed(), first_failure(verdict));
}

void solution_passes(const Scratch& scratch, const Exercise& exercise) {
  passes(scratch, exercise, solution_of(exercise));
  const SanitizedResult sanitized =
      check_sanitized(scratch.course(), Compiler(scratch.course()), exercise, exercise.file, 1);
  expect(sanitized.finished, "the sanitized check did not come to its end");
  expect(sanitized.trouble.empty(), "sanitized: " + sanitized.trouble);
}

void other_answer_passes(const Scratch& scratch, const Exercise& exercise) {
  passes(scratch, exercise, read_text(exercise.folder / "other.cpp"));
}

fs::path check_program(const Scratch& scratch, const Exercise& exercise) {
  return scratch.course().build / "bin" / ("check_" + exercise.id);
}

void wrong_answers_are_named(const Scratch& scratch, const Exercise& exercise) {
  for (const char* const seed : {"1", "2", "3", "71", "9999"}) {
    const ProcessResult proof =
        run_process({check_program(scratch, exercise), "--mistakes", "--seed", seed});
    expect(proof.ok(), fmt::format("seed {}:\n{}", seed, proof.output));
  }
}

void two_hundred_seeds(const Scratch& scratch, const Exercise& exercise) {
  const fs::path file = scratch.course().work / "solution.cpp";
  horloge::write_file_atomically(file, solution_of(exercise));
  const Compiled compiled =
      Compiler(scratch.course()).compile(exercise, "solution.cpp", Way::quick);
  expect(compiled.ok, compiled.messages);
  const ProcessResult proof =
      run_process({check_program(scratch, exercise), compiled.library, "--seeds", "200"});
  expect(proof.ok(), proof.output);
}

}  // namespace

int main(int argc, char** argv) try {
  const std::map<std::string, void (*)(const Scratch&, const Exercise&)> proofs = {
      {"stub-fails", stub_fails},
      {"solution-passes", solution_passes},
      {"other-answers", other_answer_passes},
      {"wrong-answers", wrong_answers_are_named},
      {"seeds", two_hundred_seeds},
  };
  std::string proof;
  std::string name;
  CLI::App app{"Proves one thing about one exercise"};
  app.add_option("proof", proof)->required()->check(CLI::IsMember(proofs));
  app.add_option("exercise", name)->required();
  CLI11_PARSE(app, argc, argv);

  const Scratch scratch;
  proofs.at(proof)(scratch, scratch.course().find_exercise(name));
  fmt::print("{}: {}\n", name, proof);
  return 0;
} catch (const std::exception& e) {
  fmt::print(stderr, "{}\n", e.what());
  return 1;
}
