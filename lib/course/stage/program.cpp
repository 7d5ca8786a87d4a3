#include "course/stage/program.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "course/stage/kept_file.h"
#include "course/stage/lesson_text.h"
#include "course/stage/long_work.h"
#include "course/stage/player.h"
#include "course/stage/recording.h"
#include "course/stage/replacement.h"
#include "course/stage/theme.h"
#include "horloge/core/atomic_file.h"
#include "horloge/terminal/window.h"

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

struct Arguments {
  bool all = false;
  std::size_t first = 0;  // 0: none was named
  std::size_t rows = 0;   // of a window, to count windows; 0: to play
  std::string store;
  std::string record;
  std::string bookmark;
  std::string guesses;
  std::string keep;
  std::vector<std::string> own;
};

void add_options(CLI::App& app, std::size_t steps, Arguments& arguments,
                 PlayOptions& options) {
  app.add_flag(
      "--all", arguments.all,
      "Show all steps without waiting (the default without a terminal)");
  app.add_option(
         "--step", arguments.first,
         fmt::format(
             "Begin at this step, 1 to {}; without a terminal show it alone",
             steps))
      ->check(CLI::Range(std::size_t{1}, steps));
  app.add_option("--seed", options.seed,
                 "Seed of everything random in the lesson")
      ->capture_default_str();
  app.add_flag("--stored", options.stored,
               "Show stored results instead of long work");
  app.add_option("--store", arguments.store,
                 "Keep what long work prints in this folder, a file a step");
  app.add_option("--record", arguments.record,
                 "Write the lesson, with what its steps print, to this file as "
                 "JSON");
  app.add_option("--windows", arguments.rows,
                 "Say how many windows of so many rows each step fills, before "
                 "it is run and from then on");
  app.add_option("--bookmark", arguments.bookmark,
                 "Keep the step that was shown last in this file, and how many "
                 "there are");
  app.add_option("--guesses", arguments.guesses,
                 "Keep what the learner predicts in this file, and begin with "
                 "what it has");
  app.add_option(
      "--keep", arguments.keep,
      "Keep what the lesson needs the next time, such as a checkpoint "
      "of its training run, in this folder");
  app.add_option("--own", arguments.own,
                 "Show a function as it stands in a learner's file: name=file")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.footer(
      "HORLOGE_THEME=dark or light says what colours the code has; NO_COLOR=1 "
      "that it has none.");
}

void print_windows(const Lesson& lesson, std::size_t rows,
                   PlayOptions& options) {
  Terminal terminal = find_terminal();
  terminal.rows = rows;
  terminal.colour = horloge::wants_colour();
  options.stored = true;
  const auto windows = count_windows(lesson, terminal, options);
  for (std::size_t i = 0; i < windows.size(); ++i)
    fmt::print("{} {} {}\n", i + 1, windows[i].before, windows[i].after);
}

void play(const Lesson& lesson, const Arguments& arguments,
          PlayOptions& options) {
  options.on_step = [&](std::size_t step) {
    if (!arguments.bookmark.empty())
      horloge::write_file_atomically(
          arguments.bookmark,
          fmt::format("{} {}\n", step, lesson.steps.size()));
  };
  if (!arguments.store.empty())
    options.on_result = [&](const Step& step, const std::string& result) {
      const std::filesystem::path folder = arguments.store;
      std::filesystem::create_directories(folder);
      horloge::write_file_atomically(folder / (step.name + ".txt"), result);
    };
  Terminal terminal = find_terminal();
  terminal.theme = find_theme(terminal, false);
  const bool at_once = arguments.all || !terminal.interactive;
  if (!arguments.guesses.empty() && !at_once) {
    options.guesses = read_guesses(arguments.guesses);
    options.on_guess = [&](const Guesses& guesses) {
      write_guesses(arguments.guesses, guesses);
    };
  }
  if (arguments.first != 0 && at_once)
    play_step(lesson, arguments.first, terminal, options);
  else if (at_once)
    play_all(lesson, terminal, options);
  else
    play_interactively(lesson, std::max<std::size_t>(arguments.first, 1),
                       terminal, options);
}

}  // namespace

int run_lesson(const std::function<Lesson()>& make, int argc, char** argv) try {
  stop_if_interrupted();
  Lesson lesson = make();
  Arguments arguments;
  PlayOptions options;
  CLI::App app{lesson.title + fmt::format(" ({} steps)", lesson.steps.size())};
  add_options(app, lesson.steps.size(), arguments, options);
  CLI11_PARSE(app, argc, argv);
  for (const std::string& option : arguments.own)
    show_replacement(lesson, parse_replacement(option));
  keep_files_in(arguments.keep);
  if (!arguments.record.empty()) {
    horloge::write_file_atomically(arguments.record,
                                   recording_of(lesson, options.seed));
    return 0;
  }
  if (arguments.rows > 0)
    print_windows(lesson, arguments.rows, options);
  else
    play(lesson, arguments, options);
  if (all_was_shown()) return 0;
  std::fputs("Not all of this could be written; is the disk full?\n", stderr);
  return 1;
} catch (const Interrupted&) {
  std::fputs("\nInterrupted. Nothing was lost.\n", stderr);
  return 130;
} catch (const std::exception& e) {
  std::fputs(fmt::format("\n{}\n", e.what()).c_str(), stderr);
  return 1;
}

int run_lesson(const LessonFiles& files, const StepCodes& codes, int argc,
               char** argv) {
  return run_lesson([&] { return make_lesson(files, codes); }, argc, argv);
}

}  // namespace stage
