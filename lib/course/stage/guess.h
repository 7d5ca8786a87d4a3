#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "course/stage/guesses.h"
#include "course/stage/prediction.h"

namespace stage {

/// An answer as it is typed: "73.2" or "73,2 %", the number of a choice, the
/// numbers of a curve with spaces or commas between them. `complaint` says in
/// one sentence why there is no outcome.
struct Reading {
  std::optional<Outcome> outcome;
  std::string complaint;
};
Reading read_typed(const Prediction& prediction, const std::string& text);

/// Whether a learner has been asked this before, and has answered or skipped
/// it.
bool was_asked(const Prediction& prediction, const Guesses& guesses);

/// Puts a learner's guess together, key by key, up to Enter.
class Guess {
 public:
  explicit Guess(const Prediction& prediction) : prediction_(prediction) {}

  /// Takes a key that belongs to the guess. All others are what they are on
  /// every page: as long as nothing is typed, Enter goes on without one.
  bool press(char key);

  /// The guess, once it is whole.
  const std::optional<Outcome>& outcome() const { return outcome_; }

  /// What the line asks, or has so far: "your guess in %", "your guess in %:
  /// 73".
  std::string words() const;
  bool is_begun() const { return !typed_.empty(); }

  /// What stands above that line, each line ended: what was wrong with the last
  /// guess, and the choices.
  std::string above(std::size_t columns) const;

 private:
  const Prediction& prediction_;
  std::string typed_;
  std::string complaint_;
  std::optional<Outcome> outcome_;
};

}  // namespace stage
