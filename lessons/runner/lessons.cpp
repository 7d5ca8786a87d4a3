#include "runner/lessons.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>

#include "horloge/core/error.h"
#include "horloge/io/atomic_file.h"
#include "runner/process.h"
#include "runner/screen.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// The functions that a compiled file defines itself, templates and inline ones
// left out.
std::set<std::string> own_functions(const fs::path& binary) {
  const ProcessResult symbols =
      run_process({"nm", "--dynamic", "--defined-only", binary});
  std::set<std::string> names;
  std::istringstream lines(symbols.output);
  for (std::string address, kind, name; lines >> address >> kind >> name;)
    if (kind == "T") names.insert(name);
  return names;
}

fs::path lesson_library(const Course& course, const Lesson& lesson) {
  return course.build / "lessons" / ("liblesson_" + lesson.topic + "_code.so");
}

// The learner's solved exercises of a lesson, compiled so that their functions
// take the place of the lesson's own.
std::vector<std::string> compile_mine(Session& session, const Lesson& lesson) {
  const Compiler compiler(session.course);
  const std::set<std::string> called =
      own_functions(lesson_library(session.course, lesson));
  std::vector<std::string> libraries;
  std::string names;
  for (const Exercise& exercise : session.course.exercises) {
    if (exercise.lesson != lesson.number ||
        !session.progress.solved(exercise.id))
      continue;
    const Compiled compiled =
        compiler.compile(exercise, exercise.file, Way::lesson);
    if (!compiled.ok)
      throw horloge::ValueError(
          fmt::format("{} does not compile any more; ./learn check {} says why",
                      exercise.file.string(), exercise.name));
    const std::set<std::string> mine = own_functions(compiled.library);
    if (std::none_of(mine.begin(), mine.end(), [&](const std::string& name) {
          return called.count(name) > 0;
        })) {
      fs::remove(compiled.library);
      continue;
    }
    libraries.push_back(compiled.library);
    names += (names.empty() ? "" : ", ") + exercise.name;
  }
  if (libraries.empty())
    throw horloge::ValueError(
        "none of your solved exercises has a part in this lesson yet; solve "
        "one first: ./learn list");
  show(fmt::format("This lesson runs with your own code: {}.\n", names));
  return libraries;
}

struct Bookmark {
  std::size_t step = 0;
  std::size_t last = 0;
};

Bookmark read_bookmark(const fs::path& file) {
  Bookmark bookmark;
  std::ifstream in(file);
  in >> bookmark.step >> bookmark.last;
  return bookmark;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : ":") + part;
  return all;
}

// While the lesson runs, Ctrl-C is its affair.
class LeaveInterruptToOthers {
 public:
  LeaveInterruptToOthers() : before_(std::signal(SIGINT, SIG_IGN)) {}
  ~LeaveInterruptToOthers() { std::signal(SIGINT, before_); }
  LeaveInterruptToOthers(const LeaveInterruptToOthers&) = delete;
  LeaveInterruptToOthers& operator=(const LeaveInterruptToOthers&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace

int play_lesson(Session& session, int number, const LessonOptions& options) {
  const Lesson* const lesson = session.course.find_lesson(number);
  if (lesson == nullptr)
    throw horloge::ValueError(fmt::format(
        "there is no lesson {}; ./learn list shows what lessons there are",
        number));
  const std::vector<std::string> mine = options.mine
                                            ? compile_mine(session, *lesson)
                                            : std::vector<std::string>{};
  fs::create_directories(session.course.own_folder());
  const fs::path bookmark_file =
      session.course.own_folder() / fmt::format("bookmark.{}", getpid());
  std::vector<std::string> command{
      session.course.build / "bin" / ("lesson_" + lesson->topic), "--bookmark",
      bookmark_file};
  if (options.all) command.emplace_back("--all");
  if (options.seed)
    command.insert(command.end(), {"--seed", std::to_string(*options.seed)});
  std::size_t step = options.step;
  const std::size_t left_at = session.progress.step(lesson->topic);
  if (step == 0 && session.terminal.interactive && !options.all &&
      left_at > 1 && left_at < lesson->steps) {
    step = left_at;
    show(fmt::format("Going on at step {}; 1 goes back to the beginning.\n",
                     step));
  }
  if (step > 0) command.insert(command.end(), {"--step", std::to_string(step)});
  ProcessOptions process;
  process.terminal = true;
  if (!mine.empty()) process.environment = {{"LD_PRELOAD", joined(mine)}};
  ProcessResult result;
  {
    const LeaveInterruptToOthers leave;
    result = run_process(command, process);
  }
  for (const std::string& library : mine) fs::remove(library);
  const Bookmark bookmark = read_bookmark(bookmark_file);
  fs::remove(bookmark_file);
  if (bookmark.step > 0)
    session.progress.set_step(lesson->topic, bookmark.step,
                              bookmark.step == bookmark.last);
  return result.signal != 0 ? 128 + result.signal : result.status;
}

std::string what_is_next(const Session& session) {
  for (const Lesson& lesson : session.course.lessons) {
    if (!session.progress.read(lesson.topic))
      return fmt::format("lesson {}", lesson.number);
    for (const Exercise& exercise : session.course.exercises)
      if (exercise.lesson == lesson.number &&
          !session.progress.solved(exercise.id))
        return "exercise " + exercise.name;
  }
  return "nothing";
}

}  // namespace runner
