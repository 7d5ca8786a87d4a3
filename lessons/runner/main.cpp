// The learn program: lessons, exercises, and how far a learner has come. The
// script ./learn builds what is needed and calls it.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "horloge/core/error.h"
#include "runner/check.h"
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

std::string targets_line(const Session& session, const std::string& name,
                         bool every) {
  if (every) return check_targets(session.course, "");
  const Exercise* const exercise = exercise_or_current(session, name);
  return exercise == nullptr ? "learn"
                             : check_targets(session.course, exercise->name);
}

}  // namespace

int main(int argc, char** argv) try {
  Session session = open_session();
  int status = 0;

  CLI::App app{"A course on how a Transformer knows the order of words",
               "./learn"};
  app.require_subcommand(1);
  std::string name;
  CheckOptions check;
  bool give_up = false;
  bool quick = false;
  bool every = false;
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

  CLI::App* sub = exercise_command("check", "Check an exercise once");
  sub->add_option("--seed", check.seed, "Replay the check with this seed");
  sub->add_flag("--raw", check.raw, "Show all that the compiler says");
  sub->add_flag("--quick", quick, "Without the second, sanitized check");
  sub->add_option("--compiler", check.compiler, "Another compiler");
  sub->callback([&] {
    check.sanitized = !quick;
    with_exercise([&](const Exercise& exercise) {
      status = check_once(session, exercise, check);
    });
  });
  exercise_command("watch", "Check an exercise after every save")
      ->callback([&] {
        with_exercise(
            [&](const Exercise& exercise) { watch(session, exercise); });
      });

  sub = exercise_command("hint", "The next hint, one at a time");
  sub->add_option("number", number, "A hint that was seen before");
  sub->callback([&] {
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

  app.add_subcommand("list", "Lessons and exercises, and what is done")
      ->callback([&] { show(show_list(session)); });
  app.add_subcommand("doctor", "Look for what could stand in your way")
      ->callback([&] { status = examine_setup(session) ? 0 : 1; });
  app.add_subcommand("audit", "What each check looks at")->callback([&] {
    status = audit(session) ? 0 : 1;
  });
  app.add_subcommand("bench-loop", "Time from a save to the verdict")
      ->callback([&] { bench_loop(session); });

  LessonOptions lesson;
  sub = app.add_subcommand("lesson", "Play a lesson");
  sub->add_option("number", number, "Its number")->required();
  sub->add_flag("--mine", lesson.mine, "With your own solved exercises in it");
  sub->add_flag("--all", lesson.all, "Show all steps without waiting");
  sub->add_option("--step", lesson.step, "Begin at this step");
  sub->add_option("--seed", lesson.seed, "Of everything random in it");
  sub->callback(
      [&] { status = play_lesson(session, static_cast<int>(number), lesson); });
  app.add_subcommand("next", "What comes next, in one word or two")
      ->callback([&] { show(what_is_next(session) + "\n"); });
  sub = exercise_command("targets", "What has to be built for an exercise");
  sub->add_flag("--every", every, "For all of them");
  sub->callback([&] { show(targets_line(session, name, every) + "\n"); });
  sub = app.add_subcommand("stub", "Print the file an exercise begins with");
  sub->add_option("exercise", name, "Its name")->required();
  sub->callback([&] { show(stub_of(session.course.find_exercise(name))); });

  CLI11_PARSE(app, argc, argv);
  return status;
} catch (const std::exception& e) {
  fmt::print(stderr, "learn: {}\n", e.what());
  return 1;
}
