#include "stage/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "horloge/io/atomic_file.h"
#include "stage/lesson.h"
#include "stage/player.h"

namespace stage {

int run_lesson(const LessonFiles& files, const StepCodes& codes, int argc,
               char** argv) try {
  stop_if_interrupted();
  const Terminal terminal = find_terminal();
  const Lesson lesson = make_lesson(files, codes);

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
  std::string bookmark;
  app.add_option("--bookmark", bookmark,
                 "Keep the step that was shown last in this file, and how many "
                 "there are");
  CLI11_PARSE(app, argc, argv);
  const auto keep_place = [&](std::size_t step) {
    if (!bookmark.empty())
      horloge::write_file_atomically(
          bookmark, fmt::format("{} {}\n", step, lesson.steps.size()));
  };

  if (first != 0 && (all || !terminal.interactive))
    play_step(lesson, first, terminal, seed);
  else if (all || !terminal.interactive)
    play_all(lesson, terminal, seed, keep_place);
  else
    play_interactively(lesson, std::max<std::size_t>(first, 1), terminal, seed,
                       keep_place);
  return 0;
} catch (const Interrupted&) {
  fmt::print(stderr,
             "\nInterrupted. Nothing was lost: this lesson writes no files.\n");
  return 130;
} catch (const std::exception& e) {
  fmt::print(stderr, "\n{}\n", e.what());
  return 1;
}

}  // namespace stage
