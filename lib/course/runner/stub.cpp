#include "course/runner/stub.h"

#include <fmt/format.h>

#include "course/runner/own_folder.h"
#include "course/stage/lines.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

constexpr std::string_view solution_mark = "// solution";
constexpr std::string_view end_mark = "// end";

bool is_solution_mark(std::string_view line) {
  return line == solution_mark ||
         line.rfind(std::string(solution_mark) + ": ", 0) == 0;
}

// Goes through the lines of a task: `plain` gets those outside of solutions
// and inside, `mark` each solution's indent and name.
template <class Plain, class Mark>
void read_task(const std::string& task, Plain plain, Mark mark) {
  bool inside = false;
  std::size_t marks = 0;
  for (const std::string& line : stage::lines_of(task)) {
    const std::size_t indent =
        std::min(line.find_first_not_of(' '), line.size());
    const std::string_view text = std::string_view(line).substr(indent);
    if (is_solution_mark(text)) {
      if (inside) throw horloge::ValueError("a solution begins inside another");
      inside = true;
      ++marks;
      mark(line.substr(0, indent),
           std::string(
               text.substr(std::min(text.size(), solution_mark.size() + 2))));
    } else if (text == end_mark) {
      if (!inside)
        throw horloge::ValueError("a solution ends that never began");
      inside = false;
    } else {
      plain(line, inside);
    }
  }
  if (inside) throw horloge::ValueError("a solution never ends");
  if (marks == 0) throw horloge::ValueError("there is no solution to take out");
}

}  // namespace

std::string make_stub(const std::string& task, const std::string& name) {
  std::string stub;
  read_task(
      task,
      [&](const std::string& line, bool inside) {
        if (!inside) stub += line + "\n";
      },
      [&](const std::string& indent, const std::string& what) {
        stub +=
            fmt::format("{}todo(\"{}{}\");  // your code in place of this\n",
                        indent, name, what.empty() ? "" : ", " + what);
      });
  return stub;
}

std::string make_solution(const std::string& task) {
  std::string solution;
  read_task(
      task, [&](const std::string& line, bool) { solution += line + "\n"; },
      [](const std::string&, const std::string&) {});
  return solution;
}

std::string task_of(const Exercise& exercise) {
  return read_text(exercise.folder / "task.cpp");
}

std::string stub_of(const Exercise& exercise) {
  return make_stub(task_of(exercise), exercise.name);
}

std::string solution_of(const Exercise& exercise) {
  return make_solution(task_of(exercise));
}

bool open_exercise(const Course& course, const Exercise& exercise) {
  const fs::path file = course.work / exercise.file;
  if (fs::exists(file)) return false;
  make_folder(file.parent_path());
  write_file(file, stub_of(exercise));
  return true;
}

fs::path reset_exercise(const Course& course, const Exercise& exercise) {
  const fs::path file = course.work / exercise.file;
  fs::path backup;
  if (fs::exists(file)) {
    const fs::path folder = course.own_folder() / "backups";
    make_folder(folder);
    int number = 1;
    do {
      backup = folder / fmt::format("{}.{}.cpp", exercise.id, number++);
    } while (fs::exists(backup));
    fs::copy_file(file, backup);
  }
  make_folder(file.parent_path());
  write_file(file, stub_of(exercise));
  return backup;
}

}  // namespace runner
