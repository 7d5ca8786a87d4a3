#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "runner/session.h"

namespace runner {

/// What is asked of a published model.
struct ModelOptions {
  std::filesystem::path folder;
  std::string ids;           ///< "5,17,42": the words
  std::string position;      ///< a scheme in place of the model's own
  std::size_t at = 0;        ///< the word to look at, from 1; the last one if 0
  std::size_t top = 5;       ///< how many predictions
  std::size_t generate = 0;  ///< how many words to go on for
  bool shuffle = false;
  std::uint64_t seed =
      1;  ///< of the shuffle, and of what is drawn for a scheme
};

/// Shows what a folder's model is, and what it says to the ids. WrongUse for
/// ids or a scheme that there are not; horloge::Error for a model that cannot
/// be read, or cannot do what is asked.
void show_model(const Session& session, const ModelOptions& options);

}  // namespace runner
