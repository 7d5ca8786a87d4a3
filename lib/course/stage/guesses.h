#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace stage {

/// What a learner said before a step showed what is so, as kept_text() has it.
struct Guessed {
  std::string said;      ///< empty: the question was skipped
  std::string came_out;  ///< empty until it was seen
  bool right = false;

  friend bool operator==(const Guessed& a, const Guessed& b) {
    return a.said == b.said && a.came_out == b.came_out && a.right == b.right;
  }
};

/// By the function that says what came out.
using Guesses = std::map<std::string, Guessed>;

/// Between `learn` and a lesson's program: a line each, with tabs between what
/// it says. A file that is not there has none.
Guesses read_guesses(const std::filesystem::path& file);
void write_guesses(const std::filesystem::path& file, const Guesses& guesses);

}  // namespace stage
