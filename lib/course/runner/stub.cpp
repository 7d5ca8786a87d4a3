#include "course/runner/stub.h"

#include <fmt/format.h>

#include "course/content/lines.h"
#include "course/runner/own_folder.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

constexpr std::string_view solution_mark = "// solution";
constexpr std::string_view end_mark = "// end";

bool is_solution_mark(std::string_view line) {
  return line == solution_mark ||
         content::begins_with(line, std::string(solution_mark) + ": ");
}

// Where to look up how xtensor says what NumPy says.
constexpr const char* look_up =
    "//\n// Used to NumPy? `./learn xtensor` has its words and xtensor's side "
    "by side.\n";

// At the end of what a task begins with.
std::string with_look_up(const std::string& text) {
  if (!content::begins_with(text, "//")) return text;
  std::size_t end = 0;
  while (text.compare(end, 2, "//") == 0) end = text.find('\n', end) + 1;
  return text.substr(0, end) + look_up + text.substr(end);
}

// Goes through the lines of a task: `plain` gets those outside of solutions
// and inside, `mark` each solution's indent and name.
template <class Plain, class Mark>
void read_task(const std::string& task, Plain plain, Mark mark) {
  bool inside = false;
  std::size_t marks = 0;
  for (const std::string& line : content::lines_of(task)) {
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
        stub += fmt::format("{}todo(\"{}{}\");  // your code instead of this\n",
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
  return with_look_up(make_stub(task_of(exercise), exercise.name));
}

std::string solution_of(const Exercise& exercise) {
  return with_look_up(make_solution(task_of(exercise)));
}

std::string why_not_an_answer(const Course& course, const fs::path& file) {
  constexpr std::uintmax_t megabyte = std::uintmax_t{1} << 20U;
  std::error_code gone;
  const fs::path path = course.work / file;
  if (!fs::exists(path, gone)) return file.string() + " is gone";
  if (!fs::is_regular_file(path, gone))
    return file.string() + " is not a file that holds a text";
  const std::uintmax_t size = fs::file_size(path, gone);
  if (gone || size <= megabyte) return "";
  return fmt::format(
      "{} is {:.1f} MB long; an answer has at most 1 MB, and is not read "
      "beyond that",
      file.string(), static_cast<double>(size) / megabyte);
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
