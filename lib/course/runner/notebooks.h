#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "course/content/route.h"
#include "course/runner/progress.h"
#include "course/runner/session.h"
#include "course/stage/guesses.h"

namespace runner {

/// A file lessons/notebooks/NNN_name.md.
struct Notebook {
  int number = 0;  ///< from 1, in the order of the files
  std::filesystem::path file;
  content::Route route;
};

struct NotebookOptions {
  bool all = false;      ///< all steps without waiting
  std::size_t step = 0;  ///< to begin with; 0: where the learner left off
  std::size_t cell = 0;  ///< the same by its cell
  std::optional<std::uint64_t> seed;
};

/// What was predicted in the lessons of a route, by lesson and name:
/// "04_sinusoidal/bounded".
stage::Guesses guesses_on(const Progress& progress,
                          const content::Route& route);

/// Keeps such guesses where they belong, with those of their lessons.
void keep_guesses(Progress& progress, const stage::Guesses& guesses);

/// All of them, by their numbers.
std::vector<Notebook> read_notebooks(const Course& course);

/// One by its number, or by its file's name:
/// "002_positional_encoding_notebook", "positional_encoding_notebook", or as
/// much of the beginning as no other has. WrongUse if there is none.
Notebook find_notebook(const Course& course, const std::string& name);

/// WrongUse for a cell or a step that it does not have.
void need_place(const Notebook& notebook, const NotebookOptions& options);

/// Title, language, what it holds, how many cells, and how far it was read.
std::string show_notebooks(const Session& session);

/// Names of targets that play one: those without which it does not begin, or
/// which are there and may be old, and those that it needs later on. Shown at
/// once, it needs all of them now; so does a cell or a step of it alone.
struct NotebookTargets {
  std::vector<std::string> now, later;
};
NotebookTargets notebook_targets(const Session& session,
                                 const Notebook& notebook,
                                 const NotebookOptions& options);

/// Plays a notebook in its own order, from where the learner left off, and
/// records how far it went. Returns the exit status of its program.
int play_notebook(Session& session, const Notebook& notebook,
                  const NotebookOptions& options);

}  // namespace runner
