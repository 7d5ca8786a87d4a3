#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "horloge/models/language_model.h"
#include "runner/session.h"

namespace runner {

/// A model that is looked at, and where.
struct ModelView {
  const horloge::LanguageModel& model;
  std::vector<std::int64_t> ids;
  std::size_t place;  ///< of the ids; the words of the others are shuffled
  /// In place of the model's own scheme, and what it is called.
  const horloge::PositionScheme* positions;
  std::string scheme;
};

/// Architecture, position scheme, sizes, in a line each. `note` follows the
/// scheme.
std::string show_summary(const Session& session,
                         const horloge::LanguageModel& model,
                         const std::string& scheme);

/// The likeliest words with their probabilities.
std::string show_predictions(const Session& session, const ModelView& view,
                             std::size_t count);

/// What becomes of them when the other words are in another order: under the
/// scheme of the view, and under none. ValueError if no other order is
/// possible.
std::string show_shuffled(const Session& session, const ModelView& view,
                          std::size_t count, std::uint64_t seed);

/// What the model writes when it goes on for `count` words.
std::string show_generated(const Session& session, const ModelView& view,
                           std::size_t count);

}  // namespace runner
