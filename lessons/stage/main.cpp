// The program of a lesson: its folder gives the texts and the steps, the rest
// is the same for all.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "stage/lesson.h"
#include "stage/player.h"

namespace stage {
LessonFiles lesson_files();  // made by the build from the lesson's folder
StepCodes lesson_steps();    // written in the lesson's folder
}  // namespace stage

int main(int argc, char** argv) try {
  stage::stop_if_interrupted();
  const stage::Terminal terminal = stage::find_terminal();
  const stage::Lesson lesson =
      stage::make_lesson(stage::lesson_files(), stage::lesson_steps());

  bool all = false;
  std::size_t first = 0;
  std::uint64_t seed = 0;
  CLI::App app{lesson.title + fmt::format(" ({} steps)", lesson.steps.size())};
  app.add_flag(
      "--all", all,
      "Show all steps without waiting (the default without a terminal)");
  app.add_option(
         "--step", first,
         fmt::format(
             "Begin at this step, 1 to {}; without a terminal show it alone",
             lesson.steps.size()))
      ->check(CLI::Range(std::size_t{1}, lesson.steps.size()));
  app.add_option("--seed", seed, "Seed of everything random in the lesson")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  if (first != 0 && (all || !terminal.interactive))
    stage::play_step(lesson, first, terminal, seed);
  else if (all || !terminal.interactive)
    stage::play_all(lesson, terminal, seed);
  else
    stage::play_interactively(lesson, std::max<std::size_t>(first, 1), terminal,
                              seed);
  return 0;
} catch (const stage::Interrupted&) {
  fmt::print(stderr,
             "\nInterrupted. Nothing was lost: this lesson writes no files.\n");
  return 130;
} catch (const std::exception& e) {
  fmt::print(stderr, "\n{}\n", e.what());
  return 1;
}
