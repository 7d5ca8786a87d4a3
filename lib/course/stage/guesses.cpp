#include "course/stage/guesses.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "horloge/core/atomic_file.h"

namespace stage {

Guesses read_guesses(const std::filesystem::path& file) {
  Guesses guesses;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string name, right;
    Guessed guessed;
    std::getline(fields, name, '\t');
    std::getline(fields, guessed.said, '\t');
    std::getline(fields, guessed.came_out, '\t');
    if (!std::getline(fields, right, '\t')) continue;
    guessed.right = right == "right";
    guesses[name] = guessed;
  }
  return guesses;
}

void write_guesses(const std::filesystem::path& file, const Guesses& guesses) {
  std::string text;
  for (const auto& [name, guessed] : guesses)
    text += fmt::format("{}\t{}\t{}\t{}\n", name, guessed.said,
                        guessed.came_out, guessed.right ? "right" : "wrong");
  horloge::write_file_atomically(file, text);
}

}  // namespace stage
