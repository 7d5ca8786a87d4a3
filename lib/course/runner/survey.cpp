#include "course/runner/survey.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "course/runner/answer_check.h"
#include "course/runner/own_folder.h"
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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

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
