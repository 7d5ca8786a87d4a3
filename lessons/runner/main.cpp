// The learn program: lessons, exercises, and how far a learner has come. The
// script ./learn builds what is needed and calls it.

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "horloge/core/error.h"
#include "runner/check.h"
#include "runner/command_line.h"
#include "runner/doctor.h"
#include "runner/help.h"
#include "runner/lessons.h"
#include "runner/screen.h"
#include "runner/stub.h"
#include "runner/survey.h"
#include "runner/watch.h"

namespace {

using namespace runner;

Session open_session() {
  const char* const work = std::getenv("HORLOGE_WORK");
  const std::filesystem::path root = HORLOGE_ROOT;
  Course course =
      read_course(root, HORLOGE_BUILD, work == nullptr ? root : work);
  Progress progress(course.own_folder() / "progress.json");
  return {std::move(course), std::move(progress), stage::find_terminal()};
}

std::string all_is_solved(const Session& session) {
  const std::size_t all = session.course.exercises.size();
  return all == 0 ? "This course has no exercises yet."
                  : fmt::format(
                        "All {} exercises are solved. `./learn list` shows "
                        "them; with its name you can do one again.",
                        all);
}

constexpr std::uint64_t most_seed = 999'999'999;

void need_terminal(const std::string& name) {
  if (isatty(STDIN_FILENO) == 1) return;
  throw WrongUse(
      fmt::format("./learn watch needs a terminal to sit at; ./learn check{} "
                  "checks once",
                  name.empty() ? "" : " " + name));
}

void need_step(const Session& session, std::size_t number, std::size_t step) {
  const Lesson* const lesson =
      session.course.find_lesson(static_cast<int>(number));
  if (lesson != nullptr && step > lesson->steps)
    throw WrongUse(fmt::format("./learn {}: lesson {} has steps 1 to {}",
                               number, number, lesson->steps));
}

}  // namespace

int main(int argc, char** argv) try {
  // "targets" before a command: what has to be built for it, in one line. The
  // command itself is read and not carried out.
  const bool only_targets = argc > 1 && std::string_view(argv[1]) == "targets";
  if (only_targets) {
    ++argv;
    --argc;
  }
  Session session = open_session();
  int status = 0;

  CLI::App app{"A course on how a Transformer knows the order of words",
               "./learn"};
  app.require_subcommand(1);
  std::string name;
  CheckOptions check;
  bool give_up = false;
  bool quick = false;
  bool all = false;
  std::size_t number = 0;

  const auto exercise_command = [&](const char* command, const char* help) {
    CLI::App* const sub = app.add_subcommand(command, help);
    sub->add_option("exercise", name,
                    "Its name; without one the one you are at");
    return sub;
  };
  // Calls f with the exercise that was named or comes next.
  const auto with_exercise = [&](const auto& f) {
    if (const Exercise* const exercise = exercise_or_current(session, name))
      f(*exercise);
    else
      show(wrapped(session, "", all_is_solved(session), 0));
  };

  // The same, once its check is built.
  const auto with_check = [&](const auto& f) {
    const Exercise* const exercise = exercise_or_current(session, name);
    if (!only_targets)
      with_exercise(f);
    else
      show((exercise == nullptr
                ? "learn"
                : check_targets(session.course, exercise->name)) +
           "\n");
  };
  const auto with_all_checks = [&](const auto& f) {
    if (only_targets)
      show(check_targets(session.course, "") + "\n");
    else
      f();
  };

  CLI::App* sub = exercise_command("check", "Check an exercise once");
  sub->add_option("--seed", check.seed, "Replay the check with this seed")
      ->check(whole_number(1, most_seed));
  sub->add_flag("--full", check.full, "Show all that failed, word for word");
  sub->add_flag("--raw", check.raw, "Show all that the compiler says");
  sub->add_flag("--quick", quick, "Without the second, sanitized check");
  sub->add_option("--compiler", check.compiler, "Another compiler");
  sub->callback([&] {
    check.sanitized = !quick;
    with_check([&](const Exercise& exercise) {
      status = check_once(session, exercise, check);
    });
  });
  exercise_command("watch", "Check an exercise after every save")
      ->callback([&] {
        need_terminal(name);
        with_check([&](const Exercise& exercise) { watch(session, exercise); });
      });

  sub = exercise_command("hint", "The next hint, one at a time");
  sub->add_option("number", number, "A hint that was seen before")
      ->check(whole_number(1, 99));
  sub->callback([&] {
    // `./learn hint 2` means a hint of the exercise at hand.
    if (number == 0 &&
        name.find_first_not_of("0123456789") == std::string::npos)
      number = std::strtoul(std::exchange(name, "").c_str(), nullptr, 10);
    with_exercise([&](const Exercise& exercise) {
      show_hint(session, exercise, number);
    });
  });
  sub = exercise_command("diff", "Compare your file with the solution");
  sub->add_flag("--give-up", give_up, "Before it is solved, too");
  sub->callback([&] {
    with_exercise([&](const Exercise& exercise) {
      show_diff(session, exercise, give_up);
    });
  });
  sub = exercise_command("solution", "Show the solution");
  sub->add_flag("--give-up", give_up, "Before it is solved, too");
  sub->callback([&] {
    with_exercise([&](const Exercise& exercise) {
      show_solution(session, exercise, give_up);
    });
  });
  sub = app.add_subcommand("reset", "Begin an exercise anew; keeps a backup");
  sub->add_option("exercise", name, "Its name")->required();
  sub->callback([&] { reset(session, session.course.find_exercise(name)); });

  sub = app.add_subcommand("list", "Lessons and exercises, and what is done");
  sub->add_flag("--all", all, "With the exercises of all lessons");
  sub->callback([&] {
    const bool fits = session.terminal.interactive && !all;
    show(show_list(session, fits ? lesson_at_hand(session) : every_lesson));
  });
  app.add_subcommand("doctor", "Look for what could stand in your way")
      ->callback([&] { status = examine_setup(session) ? 0 : 1; });
  app.add_subcommand("audit", "What each check looks at")->callback([&] {
    with_all_checks([&] { status = audit(session) ? 0 : 1; });
  });
  app.add_subcommand("bench-loop", "Time from a save to the verdict")
      ->callback([&] { with_all_checks([&] { bench_loop(session); }); });

  LessonOptions lesson;
  sub = app.add_subcommand("lesson", "Play a lesson");
  sub->add_option("number", number, "Its number")->required();
  sub->add_flag("--mine", lesson.mine, "With your own solved exercises in it");
  sub->add_flag("--all", lesson.all, "Show all steps without waiting");
  sub->add_option("--step", lesson.step, "Begin at this step")
      ->check(whole_number(1, 999));
  sub->add_option("--seed", lesson.seed, "Of everything random in it")
      ->check(whole_number(0, most_seed));
  sub->callback([&] {
    need_step(session, number, lesson.step);
    status = play_lesson(session, static_cast<int>(number), lesson);
  });
  app.add_subcommand("next", "What comes next, in one word or two")
      ->callback([&] { show(what_is_next(session) + "\n"); });
  sub = app.add_subcommand("stub", "Print the file an exercise begins with");
  sub->add_option("exercise", name, "Its name")->required();
  sub->callback([&] { show(stub_of(session.course.find_exercise(name))); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    if (only_targets) show("learn\n");
    return only_targets ? 0 : app.exit(help);
  } catch (const CLI::ParseError& error) {
    const std::string command = argc > 1 ? argv[1] : "--help";
    throw WrongUse(
        refusal(error, command == "lesson" && argc > 2 ? argv[2] : command));
  }
  return status;
} catch (const WrongUse& e) {
  fmt::print(stderr, "{}\n", e.what());
  return 2;
} catch (const std::filesystem::filesystem_error& e) {
  fmt::print(stderr, "learn: {}: {}\n", e.path1().string(), e.code().message());
  return 1;
} catch (const std::exception& e) {
  fmt::print(stderr, "learn: {}\n", e.what());
  return 1;
}
