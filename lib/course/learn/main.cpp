// The learn program: all commands, what they take, and what has to be built for
// them. It is small, so that it is there soon. The script ./learn builds what
// is needed and calls it; what computes is in other programs, which it becomes.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "course/commands/command_line.h"
#include "course/learn/become.h"
#include "course/learn/needs.h"
#include "course/learn/other_programs.h"
#include "course/runner/check.h"
#include "course/runner/doctor.h"
#include "course/runner/exercise_commands.h"
#include "course/runner/find.h"
#include "course/runner/former_place.h"
#include "course/runner/lessons.h"
#include "course/runner/list.h"
#include "course/runner/next.h"
#include "course/runner/notebooks.h"
#include "course/runner/program.h"
#include "course/runner/reference_page.h"
#include "course/runner/screen.h"
#include "course/runner/stub.h"
#include "course/runner/watch.h"
#include "course/runner/wrong_use.h"
#include "horloge/core/error.h"

namespace {

using namespace runner;
using commands::most_seed;
using commands::whole_number;
using learn::Needs;

std::string all_is_solved(const Session& session) {
  const std::size_t all = session.course.exercises.size();
  return all == 0 ? "This course has no exercises yet."
                  : fmt::format(
                        "All {} exercises are solved. `./learn list` shows "
                        "them; name one to do it again.",
                        all);
}

void need_terminal(const std::string& name) {
  if (isatty(STDIN_FILENO) == 1) return;
  throw WrongUse(
      fmt::format("./learn watch needs a terminal; ./learn check{} checks once",
                  name.empty() ? "" : " " + name));
}

const LessonEntry& need_lesson(const Session& session, std::size_t number,
                               std::size_t step) {
  const LessonEntry* const lesson =
      session.course.find_lesson(static_cast<int>(number));
  if (lesson == nullptr)
    throw WrongUse(fmt::format(
        "there is no lesson {}; ./learn list shows what lessons there are",
        number));
  if (step > lesson->steps)
    throw WrongUse(fmt::format("./learn {}: lesson {} has steps 1 to {}",
                               number, number, lesson->steps));
  return *lesson;
}

// All commands, and what their options say.
class Commands {
 public:
  // With only_needs a command is read and not carried out: it shows what has to
  // be built for it.
  Commands(Session& session, bool only_needs)
      : session_(session), only_needs_(only_needs) {
    app_.require_subcommand(1);
    add_checks();
    add_help();
    add_overviews();
    add_lesson();
    add_notebook();
  }

  int run(int argc, char** argv) try {
    command_line_.assign(argv, argv + argc);
    app_.parse(argc, argv);
    return status_;
  } catch (const CLI::Success& help) {
    if (only_needs_) show(text_of(Needs()));
    return only_needs_ ? 0 : app_.exit(help);
  } catch (const CLI::ParseError& error) {
    const std::string command = argc > 1 ? argv[1] : "";
    throw WrongUse(commands::refusal(
        error, command == "lesson" && argc > 2 ? argv[2] : command));
  }

 private:
  void add_checks() {
    CLI::App* sub = exercise_command("check", "Check an exercise once");
    sub->add_option("--seed", check_.seed, "Replay the check with this seed")
        ->check(whole_number(1, most_seed));
    sub->add_flag("--full", check_.full,
                  "Show everything that failed, in full");
    sub->add_flag("--raw", check_.raw, "Show everything the compiler says");
    sub->add_flag("--quick", quick_, "Skip the second check, with sanitizers");
    sub->add_option("--compiler", check_.compiler, "Use another compiler");
    sub->callback([this] {
      check_.sanitized = !quick_;
      with_check([this](const Exercise& exercise) {
        status_ = check_once(session_, exercise, check_);
      });
    });
    sub = exercise_command("watch", "Check an exercise after every save");
    sub->add_option("--editor", editor_,
                    "What key e opens your file with; without it VISUAL or "
                    "EDITOR says");
    sub->callback([this] {
      need_terminal(name_);
      with_check([this](const Exercise& exercise) {
        watch(session_, exercise, editor_);
      });
    });
  }

  void add_help() {
    CLI::App* sub = exercise_command("hint", "The next hint, one at a time");
    sub->add_option("number", number_, "A hint you have seen")
        ->check(whole_number(1, 99));
    sub->callback([this] {
      // `./learn hint 2` means a hint of the exercise at hand.
      if (number_ == 0 &&
          name_.find_first_not_of("0123456789") == std::string::npos)
        number_ = std::strtoul(std::exchange(name_, "").c_str(), nullptr, 10);
      with_exercise([this](const Exercise& exercise) {
        show_hint(session_, exercise, number_);
      });
    });
    sub = exercise_command("diff", "Compare your file with the solution");
    sub->add_flag("--give-up", give_up_, "Even if it is not solved yet");
    sub->callback([this] {
      with_exercise([this](const Exercise& exercise) {
        show_diff(session_, exercise, give_up_);
      });
    });
    sub = exercise_command("solution", "Show the solution");
    sub->add_flag("--give-up", give_up_, "Even if it is not solved yet");
    sub->callback([this] {
      with_exercise([this](const Exercise& exercise) {
        show_solution(session_, exercise, give_up_);
      });
    });
    sub =
        app_.add_subcommand("reset", "Start an exercise over; keeps a backup");
    sub->add_option("exercise", name_, "Its name")->required();
    sub->callback([this] {
      const Exercise& exercise = session_.course.find_exercise(name_);
      act({}, [&] { reset(session_, exercise); });
    });
    sub = app_.add_subcommand("stub", "Print the file an exercise starts with");
    sub->add_option("exercise", name_, "Its name")->required();
    sub->callback([this] {
      const Exercise& exercise = session_.course.find_exercise(name_);
      act({}, [&] { show(stub_of(exercise)); });
    });
  }

  void add_overviews() {
    CLI::App* const sub =
        app_.add_subcommand("list", "Lessons and exercises, and what is done");
    sub->add_flag("--all", all_, "With the exercises of all lessons");
    sub->callback([this] { act({}, [this] { list(); }); });
    CLI::App* const find =
        app_.add_subcommand("find", "Where the course speaks of some words");
    find->add_option("words", words_, "What to look for");
    find->callback([this] {
      if (words_.empty())
        throw WrongUse(
            "./learn find: say what to look for, as in ./learn find "
            "positional encoding");
      act({"", {}, next_check()},
          [this] { show(show_found(session_, words_)); });
    });
    add_plain("doctor", "Check your setup",
              [this] { status_ = examine_setup(session_) ? 0 : 1; });
    add_plain("xtensor", "What NumPy says beside what xtensor says",
              [this] { show_numpy_to_xtensor(session_); });
    add_plain("next", "What comes next, in a word or two",
              [this] { show(what_is_next(session_) + "\n"); });
  }

  // Without arguments, and without anything to be built.
  void add_plain(const char* name, const char* help,
                 const std::function<void()>& f) {
    app_.add_subcommand(name, help)->callback([this, f] { act({}, f); });
  }

  void list() const {
    const bool short_one = session_.terminal.interactive && !all_;
    show(show_list(session_,
                   short_one ? lesson_at_hand(session_) : every_lesson));
    if (session_.terminal.interactive)
      show(wrapped(session_, "", how_to_go_on(session_), 0));
  }

  void add_lesson() {
    CLI::App* const sub = app_.add_subcommand("lesson", "Play a lesson");
    sub->add_option("number", number_, "Its number")->required();
    sub->add_flag("--mine", lesson_.mine,
                  "With your own solved exercises in it");
    sub->add_flag("--all", lesson_.all, "Show all steps without waiting");
    sub->add_option("--step", lesson_.step, "Begin at this step")
        ->check(whole_number(1, 999));
    sub->add_option("--seed", lesson_.seed, "Seed of everything random in it")
        ->check(whole_number(0, most_seed));
    sub->callback([this] {
      const LessonEntry& lesson = need_lesson(session_, number_, lesson_.step);
      act({fmt::format("lesson {}", number_),
           {"lesson_" + lesson.topic},
           next_check()},
          [this] {
            status_ = play_lesson(session_, static_cast<int>(number_), lesson_);
          });
    });
  }

  void add_notebook() {
    CLI::App* const sub = app_.add_subcommand(
        "notebook",
        "Play a notebook in its own order, or show which there are");
    CLI::Option* const notebook = sub->add_option(
        "notebook", name_, "Its number, or the name of its file");
    sub->add_flag("--all", notebook_.all, "Show all steps without waiting");
    sub->add_option("--step", notebook_.step, "Begin at this step")
        ->check(whole_number(1, 999));
    sub->add_option("--cell", notebook_.cell, "Begin at this cell")
        ->check(whole_number(1, 999))
        ->needs(notebook)
        ->excludes("--step");
    sub->add_option("--seed", notebook_.seed, "Seed of everything random in it")
        ->check(whole_number(0, most_seed));
    sub->callback([this, notebook] {
      if (notebook->count() == 0)
        return act({}, [this] { show(show_notebooks(session_)); });
      const Notebook found = find_notebook(session_.course, name_);
      need_place(found, notebook_);
      const NotebookTargets targets =
          notebook_targets(session_, found, notebook_);
      act({fmt::format("notebook {}", found.number), targets.now,
           targets.later},
          [&] { status_ = play_notebook(session_, found, notebook_); });
    });
  }

  CLI::App* exercise_command(const char* command, const char* help) {
    CLI::App* const sub = app_.add_subcommand(command, help);
    sub->add_option("exercise", name_,
                    "Its name; by default the one you are at");
    return sub;
  }

  // Carries a command out, or shows what it needs.
  void act(const Needs& needs, const std::function<void()>& f) const {
    if (only_needs_)
      show(text_of(needs));
    else
      f();
  }

  // What checks the exercise that comes next: it takes a while to build, time
  // enough to read.
  std::vector<std::string> next_check() const {
    const Exercise* const exercise = current_exercise(session_);
    if (exercise == nullptr) return {};
    return check_targets(*exercise);
  }

  // Calls f with the exercise that was named or comes next.
  template <class F>
  void with_exercise(const F& f) {
    const Exercise* const exercise = exercise_or_current(session_, name_);
    act({"", {}, next_check()}, [&] { call_with(exercise, f); });
  }

  // The same for what needs its check built.
  template <class F>
  void with_check(const F& f) {
    const Exercise* const exercise = exercise_or_current(session_, name_);
    if (exercise == nullptr) return with_exercise(f);
    act({"the check of " + exercise->name, check_targets(*exercise)},
        [&] { f(*exercise); });
  }

  template <class F>
  void call_with(const Exercise* exercise, const F& f) {
    if (exercise != nullptr)
      f(*exercise);
    else
      show(wrapped(session_, "", all_is_solved(session_), 0));
  }

  Session& session_;
  bool only_needs_;
  std::vector<std::string> command_line_;
  CLI::App app_{"A course on how a Transformer knows the order of words",
                "./learn"};
  int status_ = 0;
  std::string name_;
  std::size_t number_ = 0;
  CheckOptions check_;
  bool quick_ = false;
  std::string editor_;
  bool give_up_ = false;
  bool all_ = false;
  std::vector<std::string> words_;
  LessonOptions lesson_;
  NotebookOptions notebook_;
  learn::OtherPrograms other_programs_{
      app_, session_,
      [this](const Needs& needs, const std::function<void()>& f) {
        act(needs, f);
      },
      [this](const std::string& program, bool with_command) {
        const int first = with_command ? 1 : 2;
        learn::become(session_.course, program,
                      {command_line_.begin() + first, command_line_.end()});
      }};
};

}  // namespace

int main(int argc, char** argv) {
  return run_program([&] {
    Session session = open_session();
    if (argc > 1 && std::string_view(argv[1]) == "targets") try {
        return Commands(session, true).run(argc - 1, argv + 1);
      } catch (const horloge::Error& error) {
        throw WrongUse(std::string("learn: ") + error.what());
      }
    for (const std::string& sentence : move_from_former_place(session.course))
      complain(sentence);
    return Commands(session, false).run(argc, argv);
  });
}
