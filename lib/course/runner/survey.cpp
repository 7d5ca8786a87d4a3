#include "course/runner/survey.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// Our solution as a learner's file, in a folder of its own.
class SolutionFile {
 public:
  SolutionFile(const Course& course, const Exercise& exercise)
      : file_(make_scratch_folder(course) /
              fmt::format("{}.{}.cpp", exercise.id, getpid())),
        remove_(file_) {
    write_file(file_, solution_of(exercise));
  }

  const fs::path& path() const { return file_; }

 private:
  fs::path file_;
  RemoveAtEnd remove_;
};

std::size_t count_mistakes(const Course& course, const Exercise& exercise) {
  const ProcessResult proof = run_process(
      {course.build / "bin" / ("check_" + exercise.id), "--mistakes"});
  if (!proof.ok()) return 0;
  return static_cast<std::size_t>(
      std::count(proof.output.begin(), proof.output.end(), '\n'));
}

// "yes", "none" where the check says that there is no gradient, or "".
std::string covers(const Verdict& verdict, const std::string& kind) {
  std::string covered;
  for (const PartResult& part : verdict.parts)
    if (part.kind == kind)
      covered = part.sentence.rfind("has no gradient", 0) == 0 ? "none" : "yes";
  return covered;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

bool audit(Session& session) {
  constexpr std::array<const char*, 5> kinds = {"shape", "values", "property",
                                                "gradient", "edge"};
  const Compiler compiler(session.course);
  bool complete = true;
  show(fmt::format("{:<32}{:>6}{:>8}{:>9}{:>9}{:>7}{:>7}\n", "exercise",
                   "shape", "oracle", "property", "gradient", "edges",
                   "wrong"));
  for (const Exercise& exercise : session.course.exercises) {
    const SolutionFile solution(session.course, exercise);
    const Verdict verdict =
        check_answer(session.course, compiler, exercise, solution.path(), 1);
    std::array<std::string, kinds.size()> cells;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      cells[i] = covers(verdict, kinds[i]);
    const std::size_t mistakes = count_mistakes(session.course, exercise);
    const bool ok =
        verdict.passed() && mistakes >= 6 &&
        std::none_of(cells.begin(), cells.end(),
                     [](const std::string& c) { return c.empty(); });
    complete = complete && ok;
    show(fmt::format("{:<32}{:>6}{:>8}{:>9}{:>9}{:>7}{:>7}{}\n", exercise.id,
                     cells[0], cells[1], cells[2], cells[3], cells[4], mistakes,
                     ok ? "" : "  incomplete"));
  }
  show(fmt::format("{} exercises, {}\n", session.course.exercises.size(),
                   complete ? "all fields filled" : "some fields are blank"));
  return complete && !session.course.exercises.empty();
}

void bench_loop(Session& session) {
  constexpr int repeats = 3;
  const Compiler compiler(session.course);
  std::vector<double> all;
  show("seconds from a save to the verdict, median of 3\n");
  for (const Exercise& exercise : session.course.exercises) {
    const SolutionFile solution(session.course, exercise);
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i)
      seconds.push_back(
          check_answer(session.course, compiler, exercise, solution.path(), 1)
              .seconds);
    all.push_back(median(seconds));
    show(fmt::format("{:<36} {:.2f}\n", exercise.id, all.back()));
  }
  show(fmt::format("{:<36} {:.2f}\n", "median of all", median(all)));
}

}  // namespace runner
