#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "course/runner/session.h"
#include "horloge/nn/sampling.h"

namespace models {

/// What is asked of a published model.
struct ModelOptions {
  std::filesystem::path folder;
  std::optional<std::string> ids;   ///< "5,17,42": the words
  std::optional<std::string> text;  ///< the words as they are written
  std::string position;             ///< a scheme instead of the model's own
  std::size_t at = 0;        ///< the word to look at, from 1; the last one if 0
  std::size_t top = 5;       ///< how many predictions
  std::size_t generate = 0;  ///< how many words to go on for
  /// Of these; greedily as it stands.
  horloge::SamplingOptions sampling =
      horloge::SamplingOptions().with_temperature(0);
  bool shuffle = false;
  /// Of the shuffle, of words that are drawn, and of a scheme's numbers.
  std::uint64_t seed = 1;
};

/// Shows what a folder's model is, and what it says to the ids or the text; of
/// a model that only makes vectors see show_text(). WrongUse for what cannot be
/// asked of it; horloge::Error for a model that cannot be read, or does not
/// answer.
void show_model(const runner::Session& session, const ModelOptions& options);

}  // namespace models
