#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "horloge/models/language_model.h"

namespace models {

/// A model that is looked at, and where.
struct ModelView {
  const horloge::LanguageModel& model;
  std::vector<std::int64_t> ids;
  std::size_t place;  ///< of the ids; the words of the others are shuffled
  /// Instead of the model's own scheme.
  const horloge::PositionScheme* positions = nullptr;
  /// Ids that stay where they are when words are shuffled: a beginning, an end.
  std::vector<std::int64_t> fixed{};
};

/// ids (T) -> (1, T)
horloge::Ids as_batch(const std::vector<std::int64_t>& ids);

/// Whether an encoder reads the ids and a decoder writes about them.
bool writes_about(const horloge::LanguageModel& model);

/// Whether a position sees only what comes before it.
bool looks_back(const horloge::LanguageModel& model);

/// What a model says at a place: probabilities of the words, or the hidden
/// state of a model that predicts none.
struct Answer {
  bool of_words = true;
  std::vector<double> numbers;
};

/// To a view's ids or others of the same length. ValueError for an answer that
/// is not a number.
Answer answer_of(const ModelView& view, const std::vector<std::int64_t>& ids,
                 const horloge::PositionScheme* positions, bool causal = true);

/// The likeliest words, best first.
std::vector<std::int64_t> likeliest(const Answer& answer, std::size_t count);

/// How much of the probability went to other words, or how far a hidden state
/// moved against its length.
double moved(const Answer& before, const Answer& after);

/// The ids in another order, but for the place that is looked at; where a place
/// looks back, only those before it. ValueError if there is no other order.
std::vector<std::int64_t> shuffled(const ModelView& view, std::uint64_t seed);

}  // namespace models
