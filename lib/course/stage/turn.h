#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace stage {

/// What the learner wants next.
struct Turn {
  enum class To { on, back, step, quit };
  To to = To::on;
  std::size_t step = 0;  ///< from 1, for To::step
};

/// Thrown where a step shows its parts, when the learner wants to be elsewhere.
struct LeaveStep {
  Turn turn;
};

/// Puts an answer together from single keys: one is enough, but for the number
/// of a step, which ends with Enter.
class Answer {
 public:
  explicit Answer(std::size_t steps) : steps_(steps) {}

  /// The turn that this key completes, if it does.
  std::optional<Turn> press(char key);

  /// The number as far as it has been typed.
  const std::string& number() const { return number_; }
  /// Whether the last key was one that asks for help, or is in need of it.
  bool needs_help() const { return needs_help_; }

 private:
  std::optional<Turn> press_within_number(char key);

  std::size_t steps_;
  std::string number_;
  bool needs_help_ = false;
};

/// Which keys there are, a line each.
std::string help_with_keys(std::size_t steps);

}  // namespace stage
