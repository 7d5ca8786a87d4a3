#include "course/stage/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "course/stage/lesson.h"
#include "course/stage/long_work.h"
#include "course/stage/player.h"
#include "course/stage/replacement.h"
#include "course/stage/theme.h"
#include "horloge/core/atomic_file.h"

namespace stage {

namespace {

// name=file
Replacement parse_replacement(const std::string& option) {
  const std::size_t end = std::min(option.find('='), option.size() - 1);
  const std::filesystem::path path = option.substr(end + 1);
  std::ifstream in(path);
  return {option.substr(0, end), std::filesystem::proximate(path).string(),
          std::string(std::istreambuf_iterator<char>(in), {})};
}

}  // namespace

int run_lesson(const LessonFiles& files, const StepCodes& codes, int argc,
               char** argv) try {
  stop_if_interrupted();
  Terminal terminal = find_terminal();
  terminal.theme = find_theme(terminal, false);
  Lesson lesson = make_lesson(files, codes);

  bool all = false;
  std::size_t first = 0;
  PlayOptions options;
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
  app.add_option("--seed", options.seed,
                 "Seed of everything random in the lesson")
      ->capture_default_str();
  app.add_flag("--stored", options.stored,
               "Show stored results in place of long work");
  std::string store;
  app.add_option("--store", store,
                 "Keep what long work prints in this folder, a file a step");
  std::string bookmark;
  app.add_option("--bookmark", bookmark,
                 "Keep the step that was shown last in this file, and how many "
                 "there are");
  std::vector<std::string> own;
  app.add_option("--own", own,
                 "Show a function as it stands in a learner's file: name=file")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  CLI11_PARSE(app, argc, argv);
  for (const std::string& option : own)
    show_replacement(lesson, parse_replacement(option));
  options.on_step = [&](std::size_t step) {
    if (!bookmark.empty())
      horloge::write_file_atomically(
          bookmark, fmt::format("{} {}\n", step, lesson.steps.size()));
  };
  if (!store.empty())
    options.on_result = [&](const Step& step, const std::string& result) {
      std::filesystem::create_directories(store);
      horloge::write_file_atomically(store + "/" + step.name + ".txt", result);
    };

  if (first != 0 && (all || !terminal.interactive))
    play_step(lesson, first, terminal, options);
  else if (all || !terminal.interactive)
    play_all(lesson, terminal, options);
  else
    play_interactively(lesson, std::max<std::size_t>(first, 1), terminal,
                       options);
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
