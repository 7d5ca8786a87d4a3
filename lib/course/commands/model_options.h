#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace commands {

/// What ./learn model is asked for.
struct ModelOptions {
  std::filesystem::path folder;     ///< or a name that ./learn get knows
  std::optional<std::string> ids;   ///< "5,17,42": the words
  std::optional<std::string> text;  ///< the words as they are written
  std::optional<std::string> file;  ///< that they are in
  std::vector<std::string> positions;
  std::size_t at = 0;        ///< the word to look at, from 1; the last one if 0
  std::size_t top = 5;       ///< how many predictions
  std::size_t generate = 0;  ///< how many words to go on for
  std::optional<double> temperature, top_p, min_p;
  std::optional<std::size_t> top_k;
  double repetition_penalty = 1;
  bool shuffle = false;
  bool nll = false;
  std::uint64_t seed = 1;
};

void add_options(CLI::App& app, ModelOptions& options);

/// WrongUse for what cannot be asked of any model.
void check_options(const ModelOptions& options);

}  // namespace commands
