#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/runner/progress.h"
#include "course/runner/session.h"
#include "course/stage/guesses.h"
#include "course/stage/route.h"

namespace runner {

/// A file lessons/notebooks/NNN_name.md.
struct Notebook {
  int number = 0;
  std::filesystem::path file;
  stage::Route route;
};

struct NotebookOptions {
  bool all = false;      ///< all steps without waiting
  std::size_t step = 0;  ///< to begin with; 0: where the learner left off
  std::size_t cell = 0;  ///< the same by its cell
  std::optional<std::uint64_t> seed;
};

/// What was predicted in the lessons of a route, by lesson and name:
/// "04_sinusoidal/bounded".
stage::Guesses guesses_on(const Progress& progress, const stage::Route& route);

/// Keeps such guesses where they belong, with those of their lessons.
void keep_guesses(Progress& progress, const stage::Guesses& guesses);

/// All of them, by their numbers.
std::vector<Notebook> read_notebooks(const Course& course);

/// Title, language, what it holds, how many cells, and how far it was read.
std::string show_notebooks(const Session& session);

/// What has to be built to play one.
std::string notebook_targets(const Course& course, int number);

/// Plays a notebook in its own order, from where the learner left off, and
/// records how far it went. Returns the exit status of its program. WrongUse if
/// there is no such notebook, cell or step.
int play_notebook(Session& session, int number, const NotebookOptions& options);

}  // namespace runner
