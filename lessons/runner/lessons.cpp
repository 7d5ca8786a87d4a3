#include "runner/lessons.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "horloge/core/error.h"
#include "horloge/train/interrupt.h"
#include "runner/own_folder.h"
#include "runner/process.h"
#include "runner/screen.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// Why an answer that was solved does not compile for a lesson.
std::string why_not(const Session& session, const Exercise& exercise,
                    const std::function<bool()>& stop) {
  const Compiled in_double =
      Compiler(session.course)
          .compile(exercise, exercise.file, Way::quick, stop);
  const RemoveAtEnd tidy(in_double.library);
  if (in_double.ok)
    return fmt::format(
        "{} compiles in double, as it is checked, but not in float, as lessons "
        "run: write real where it says double, and real(0.5) for 0.5",
        exercise.file.string());
  return fmt::format(
      "{} has changed and does not compile any more. `./learn check {}` says "
      "why",
      exercise.file.string(), exercise.name);
}

// A learner's answer, compiled so that its functions take the place of the
// lesson's own; none if the lesson has no function of that name and signature.
std::optional<fs::path> compile_for_lesson(const Session& session,
                                           const Exercise& exercise,
                                           const std::function<bool()>& stop) {
  const Compiled compiled =
      Compiler(session.course)
          .compile(exercise, exercise.file, Way::lesson, stop);
  if (!compiled.ok && !stop()) {
    const std::string why = why_not(session, exercise, stop);
    if (!stop()) throw horloge::ValueError(why);
  }
  if (!compiled.ok) return {};
  const auto called =
      strong_functions(session.course.lesson_code(exercise.lesson));
  const auto mine = strong_functions(compiled.library);
  const bool takes_part =
      std::any_of(mine.begin(), mine.end(), [&](const std::string& name) {
        return std::find(called.begin(), called.end(), name) != called.end();
      });
  if (takes_part) return compiled.library;
  fs::remove(compiled.library);
  return {};
}

// The learner's solved exercises of a lesson, compiled to take part in it.
// Files that are removed at the end.
class MyAnswers {
 public:
  MyAnswers() = default;
  ~MyAnswers() {
    std::error_code ignored;
    for (const fs::path& library : libraries_) fs::remove(library, ignored);
  }
  MyAnswers(const MyAnswers&) = delete;
  MyAnswers& operator=(const MyAnswers&) = delete;

  void compile(const Session& session, const Lesson& lesson,
               const std::function<bool()>& stop) {
    std::vector<std::string> solved;
    std::vector<std::string> used;
    for (const Exercise& exercise : session.course.exercises) {
      if (exercise.lesson != lesson.number ||
          !session.progress.solved(exercise.id) || stop())
        continue;
      solved.push_back(exercise.name);
      if (const auto library = compile_for_lesson(session, exercise, stop)) {
        libraries_.push_back(*library);
        used.push_back(exercise.name);
      }
    }
    if (stop()) return;
    if (!used.empty()) {
      show(
          wrapped(session, "",
                  "This lesson runs with your own code: " + joined(used, ", ") +
                      ". It shows ours still; yours runs in its place.",
                  0));
      return;
    }
    throw horloge::ValueError(
        solved.empty()
            ? fmt::format(
                  "you have not solved an exercise of lesson {} yet, so there "
                  "is no code of yours to run it with. `./learn list` shows "
                  "them",
                  lesson.number)
            : fmt::format("lesson {} does not call what you wrote in {}",
                          lesson.number, joined(solved, ", ")));
  }

  /// For LD_PRELOAD.
  std::string list() const {
    return joined({libraries_.begin(), libraries_.end()}, ":");
  }

 private:
  static std::string joined(const std::vector<std::string>& parts,
                            const char* between) {
    std::string all;
    for (const std::string& part : parts)
      all += (all.empty() ? "" : between) + part;
    return all;
  }

  std::vector<fs::path> libraries_;
};

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

// Where to begin: where the learner said, or where they left it.
std::size_t first_step(const Session& session, const Lesson& lesson,
                       const LessonOptions& options) {
  if (options.step != 0 || !session.terminal.interactive || options.all)
    return options.step;
  const std::size_t left_at = session.progress.step(lesson.topic);
  if (left_at <= 1 || left_at >= lesson.steps) return 0;
  show(fmt::format("Going on at step {}; 1 goes back to the beginning.\n",
                   left_at));
  return left_at;
}

std::vector<std::string> lesson_command(const Session& session,
                                        const Lesson& lesson,
                                        const LessonOptions& options,
                                        const fs::path& bookmark) {
  std::vector<std::string> command{
      session.course.build / "bin" / ("lesson_" + lesson.topic), "--bookmark",
      bookmark};
  if (options.all) command.emplace_back("--all");
  if (options.seed)
    command.insert(command.end(), {"--seed", std::to_string(*options.seed)});
  if (const std::size_t step = first_step(session, lesson, options); step > 0)
    command.insert(command.end(), {"--step", std::to_string(step)});
  return command;
}

}  // namespace

int play_lesson(Session& session, int number, const LessonOptions& options) {
  const Lesson* const lesson = session.course.find_lesson(number);
  if (lesson == nullptr)
    throw horloge::ValueError(fmt::format(
        "there is no lesson {}. `./learn list` shows what lessons there are",
        number));
  MyAnswers mine;
  ProcessOptions process;
  process.terminal = true;
  if (options.mine) {
    constexpr int interrupted = 130;
    const horloge::InterruptGuard guard;
    mine.compile(session, *lesson, [&guard] { return guard.interrupted(); });
    if (guard.interrupted()) return interrupted;
    process.environment = {{"LD_PRELOAD", mine.list()}};
  }
  const fs::path bookmark_file = make_scratch_folder(session.course) /
                                 fmt::format("bookmark.{}", getpid());
  const RemoveAtEnd tidy(bookmark_file);
  const ProcessResult result = run_process(
      lesson_command(session, *lesson, options, bookmark_file), process);
  const Bookmark bookmark = read_bookmark(bookmark_file);
  // What runs into a pipe or a file was not read yet.
  if (bookmark.step > 0 && session.terminal.interactive)
    session.progress.set_step(lesson->topic, bookmark.step,
                              bookmark.step == bookmark.last);
  return result.signal != 0 ? 128 + result.signal : result.status;
}

std::string what_is_next(const Session& session) {
  for (const Lesson& lesson : session.course.lessons)  // one that was begun
    if (session.progress.step(lesson.topic) > 0 &&
        !session.progress.read(lesson.topic))
      return fmt::format("lesson {}", lesson.number);
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
