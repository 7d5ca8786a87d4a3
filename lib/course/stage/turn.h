#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stage {

/// What the learner wants next.
struct Turn {
  enum class To {
    on,
    back,
    step,
    quit,
    past_asides,  ///< the next step that is no aside
    stored,       ///< the stored result of this step
    code,         ///< this page with its folds open, or closed again
    predict,      ///< another guess
    redraw        ///< this page as it is
  };
  To to = To::on;
  std::size_t step = 0;  ///< from 1, for To::step
};

/// Thrown where a step shows its parts, when the learner wants to be elsewhere.
struct LeaveStep {
  Turn turn;
};

/// A key that does something on this page only.
struct PageKey {
  char key;
  Turn::To to;
  std::string words;  ///< in the line of keys: "c: full code"
  std::string help;   ///< in the list of keys
};
using PageKeys = std::vector<PageKey>;

/// Puts an answer together from single keys: one is enough, but for the number
/// of a step, which ends with Enter.
class KeyReader {
 public:
  explicit KeyReader(std::size_t steps, PageKeys keys = {})
      : steps_(steps), keys_(std::move(keys)) {}

  /// The turn that this key completes, if it does.
  std::optional<Turn> press(char key);

  /// The number as far as it has been typed.
  const std::string& number() const { return number_; }
  /// Whether the last key was one that asks for help, or is in need of it.
  bool needs_help() const { return needs_help_; }
  /// Whether it asked for the list of steps.
  bool wants_list() const { return wants_list_; }
  /// Whether it asked where in the model this step is.
  bool wants_model() const { return wants_model_; }

 private:
  std::optional<Turn> press_within_number(char key);

  std::size_t steps_;
  PageKeys keys_;
  std::string number_;
  bool needs_help_ = false;
  bool wants_list_ = false;
  bool wants_model_ = false;
};

/// Which keys there are, a line each. 0 steps: a number is a guess.
std::string help_with_keys(std::size_t steps, const PageKeys& keys = {});

}  // namespace stage
