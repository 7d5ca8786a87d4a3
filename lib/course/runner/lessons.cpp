#include "course/runner/lessons.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "course/runner/next.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/runner/program.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "course/stage/cpp_text.h"
#include "course/stage/guesses.h"
#include "horloge/core/error.h"
#include "horloge/core/interrupt.h"
#include "horloge/core/words.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// A learner's answer that takes part in a lesson.
struct Part {
  fs::path library;
  fs::path file;
  std::vector<std::string> functions;
};

// sinusoidal_table, of a name as the linker has it.
std::string plain_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
      std::free);
  const std::string text = status == 0 ? name.get() : symbol;
  return text.substr(0, text.find('('));
}

// Why an answer that was solved does not compile for a lesson.
std::string why_not(const Session& session, const Exercise& exercise,
                    const std::function<bool()>& stop) {
  const Compiled in_double =
      Compiler(session.course)
          .compile(exercise, exercise.file, BuildMode::quick, stop);
  const RemoveAtEnd tidy(in_double.library);
  if (in_double.ok)
    return fmt::format(
        "{} compiles in double, as it is checked, but not in float, as lessons "
        "run: write real where it says double, and real(0.5) for 0.5",
        exercise.file.string());
  return fmt::format(
      "{} has changed and no longer compiles. `./learn check {}` says "
      "why",
      exercise.file.string(), exercise.name);
}

// Whether a lesson has a function of a name that an exercise declares; most of
// those it has not need no compiling.
bool may_call(const std::vector<std::string>& called,
              const Exercise& exercise) {
  const std::string declared =
      stage::code_only(read_text(exercise.folder / "answer.h"));
  return std::any_of(
      called.begin(), called.end(), [&](const std::string& symbol) {
        const std::string name = plain_name(symbol);
        const std::size_t at = stage::find_word(declared, name, 0);
        return at != declared.npos &&
               declared.compare(at + name.size(), 1, "(") == 0;
      });
}

// A learner's answer, compiled so that its functions take the place of the
// lesson's own; none if the lesson has no function of that name and signature.
std::optional<Part> compile_for_lesson(const Session& session,
                                       const Exercise& exercise,
                                       const std::function<bool()>& stop) {
  const auto called =
      strong_functions(session.course.lesson_code(exercise.lesson));
  if (!may_call(called, exercise)) return {};
  const std::string why_not_read =
      why_not_an_answer(session.course, exercise.file);
  if (!why_not_read.empty()) throw horloge::ValueError(why_not_read);
  const Compiled compiled =
      Compiler(session.course)
          .compile(exercise, exercise.file, BuildMode::lesson, stop);
  if (!compiled.ok && !stop()) {
    const std::string why = why_not(session, exercise, stop);
    if (!stop()) throw horloge::ValueError(why);
  }
  if (!compiled.ok) return {};
  Part part{compiled.library, session.course.work / exercise.file, {}};
  for (const std::string& name : strong_functions(compiled.library))
    if (std::find(called.begin(), called.end(), name) != called.end())
      part.functions.push_back(plain_name(name));
  if (!part.functions.empty()) return part;
  fs::remove(compiled.library);
  return {};
}

// Another name for a folder.
class Alias {
 public:
  explicit Alias(const fs::path& folder) : around_(temporary_folder()) {
    fs::create_directory_symlink(folder, path());
  }
  fs::path path() const { return around_.path() / "answers"; }

 private:
  static fs::path temporary_folder() {
    std::string name = fs::temp_directory_path() / "horloge-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw horloge::FileError("cannot create the folder " + name);
    return name;
  }

  RemoveAtEnd around_;
};

// The learner's solved exercises of a lesson, compiled to take part in it.
// Files that are removed at the end.
class MyAnswers {
 public:
  MyAnswers() = default;
  ~MyAnswers() {
    std::error_code ignored;
    for (const Part& part : parts_) fs::remove(part.library, ignored);
  }
  MyAnswers(const MyAnswers&) = delete;
  MyAnswers& operator=(const MyAnswers&) = delete;

  void compile(const Session& session, const LessonEntry& lesson,
               const std::function<bool()>& stop) {
    std::vector<std::string> solved, used, left_out;
    horloge::LiveLine line = stage::live_line(session.terminal);
    for (const Exercise& exercise : session.course.exercises) {
      if (exercise.lesson != lesson.number ||
          !session.progress.solved(exercise.id) || stop())
        continue;
      solved.push_back(exercise.name);
      if (session.terminal.interactive && session.terminal.moves)
        line.draw("compiling " + exercise.file.string(),
                  session.terminal.columns);
      try {
        if (const auto part = compile_for_lesson(session, exercise, stop)) {
          parts_.push_back(*part);
          used.push_back(exercise.name);
        }
      } catch (const horloge::ValueError& e) {
        left_out.emplace_back(e.what());
      }
    }
    line.erase();
    if (stop()) return;
    if (used.empty() && !left_out.empty())
      throw horloge::ValueError(left_out.front());
    if (!used.empty()) {
      show(wrapped(
          session, "",
          "This lesson runs with your own code: " + horloge::joined(used) +
              ". Where a step showed ours, it now shows yours.",
          0));
      for (const std::string& why : left_out)
        show(wrapped(session, "", "One is left out: " + why + ".", 0));
      return;
    }
    throw horloge::ValueError(
        solved.empty()
            ? fmt::format(
                  "you have not solved an exercise of lesson {} yet, so there "
                  "is no code of yours to run it with. `./learn list` shows "
                  "them",
                  lesson.number)
            : fmt::format(
                  "lesson {} does not call what you wrote in {}; it may call "
                  "another of its exercises, once you have solved it",
                  lesson.number, horloge::joined(solved)));
  }

  /// For LD_PRELOAD, which cuts at spaces and colons: a folder that has them in
  /// its name gets another one for as long as we live.
  std::string list() {
    std::vector<std::string> libraries;
    for (const Part& part : parts_) {
      if (part.library.string().find_first_of(" :") == std::string::npos) {
        libraries.push_back(part.library);
        continue;
      }
      if (!alias_) alias_.emplace(part.library.parent_path());
      libraries.push_back(alias_->path() / part.library.filename());
    }
    return horloge::joined(libraries, ":");
  }

  /// So that the lesson shows what runs.
  std::vector<std::string> arguments() const {
    std::vector<std::string> all;
    for (const Part& part : parts_)
      for (const std::string& function : part.functions)
        all.insert(all.end(), {"--own", function + "=" + part.file.string()});
    return all;
  }

 private:
  std::vector<Part> parts_;
  std::optional<Alias> alias_;
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
std::size_t first_step(const Session& session, const LessonEntry& lesson,
                       const LessonOptions& options) {
  if (options.step != 0 || !session.terminal.interactive || options.all)
    return options.step;
  const std::size_t left_at = session.progress.step(lesson.topic);
  if (left_at <= 1 || left_at >= lesson.steps) return 0;
  show(fmt::format("Continuing at step {}; 1 and Enter: from the beginning.\n",
                   left_at));
  return left_at;
}

fs::path lesson_program(const Course& course, const LessonEntry& lesson) {
  return course.build / "bin" / ("lesson_" + lesson.topic);
}

std::vector<std::string> lesson_command(const Session& session,
                                        const LessonEntry& lesson,
                                        const LessonOptions& options,
                                        const fs::path& bookmark,
                                        const fs::path& guesses) {
  std::vector<std::string> command{
      lesson_program(session.course, lesson),
      "--bookmark",
      bookmark,
      "--guesses",
      guesses,
      "--keep",
      session.course.own_folder() / "kept" / lesson.topic};
  if (options.all) command.emplace_back("--all");
  if (options.seed)
    command.insert(command.end(), {"--seed", std::to_string(*options.seed)});
  if (const std::size_t step = first_step(session, lesson, options); step > 0)
    command.insert(command.end(), {"--step", std::to_string(step)});
  return command;
}

}  // namespace

int play_lesson(Session& session, int number, const LessonOptions& options) {
  const LessonEntry* const lesson = session.course.find_lesson(number);
  if (lesson == nullptr)
    throw horloge::ValueError(fmt::format(
        "there is no lesson {}. `./learn list` shows what lessons there are",
        number));
  if (!fs::exists(lesson_program(session.course, *lesson)))
    throw horloge::ValueError(
        fmt::format("lesson {} is not built yet. `./learn {}` builds it and "
                    "begins it",
                    number, number));
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
  const fs::path guesses_file =
      bookmark_file.parent_path() / fmt::format("guesses.{}", getpid());
  const RemoveAtEnd tidy_too(guesses_file);
  const stage::Guesses before = session.progress.guesses(lesson->topic);
  if (!before.empty()) stage::write_guesses(guesses_file, before);
  std::vector<std::string> command =
      lesson_command(session, *lesson, options, bookmark_file, guesses_file);
  const std::vector<std::string> own = mine.arguments();
  command.insert(command.end(), own.begin(), own.end());
  const ProcessResult result = run_process(command, process);
  const Bookmark bookmark = read_bookmark(bookmark_file);
  const stage::Guesses guesses = stage::read_guesses(guesses_file);
  if (guesses != before) session.progress.set_guesses(lesson->topic, guesses);
  // A lesson that goes into a pipe or a file was not read yet; and a learner
  // who looks something up stays where they are.
  if (bookmark.step > 0 && session.terminal.interactive && !options.visit)
    session.progress.set_step(lesson->topic, bookmark.step,
                              bookmark.step == bookmark.last);
  if (result.signal == 0 && result.status == 0 &&
      session.terminal.interactive && !options.all && !options.visit)
    show(wrapped(session, "", how_to_go_on(session), 0));
  if (result.signal == 0) return result.status;
  // The reader closed the pager, or pressed Ctrl-C twice.
  if (result.signal == SIGPIPE || result.signal == SIGINT)
    return 128 + result.signal;
  std::fputs("\n", stderr);
  complain(fmt::format(
      "The lesson was ended from outside, or by an error in {}: {}.",
      options.mine ? "your code" : "it", strsignal(result.signal)));
  return 128 + result.signal;
}

}  // namespace runner
