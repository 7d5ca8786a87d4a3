#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "stage/terminal.h"

namespace stage {

/// What the learner wants next.
struct Turn {
  enum class To { on, back, step, quit };
  To to = To::on;
  std::size_t step = 0;  ///< from 1, for To::step
};

/// Enter, b, q, or the number of a step, of which there are `steps`; nothing
/// for any other answer.
std::optional<Turn> parse_turn(const std::string& answer, std::size_t steps);

/// Thrown where a step shows its parts, when the learner wants to be elsewhere.
struct LeaveStep {
  Turn turn;
};

/// Shows text a window at a time: what has not been read does not scroll away.
class Pager {
 public:
  using Write = std::function<void(const std::string&)>;
  /// Asks for a turn; it gets the words for Enter.
  using Ask = std::function<Turn(const std::string&)>;

  /// For a pipe: everything is shown at once.
  explicit Pager(Write write) : write_(std::move(write)) {}
  /// For a window. Before a line would push the first one out, it asks.
  Pager(const Terminal& terminal, Write write, Ask ask);

  void show(const std::string& text);
  /// A text that had better not be cut, a figure or code: if it fits into a
  /// window, but not into what is left of this one, it asks first.
  void show_together(const std::string& text);

  /// Asks where a learner may want to think. Throws LeaveStep unless the answer
  /// is to go on. The window then counts as empty.
  void ask(const std::string& words);
  /// The window counts as empty: the learner has just answered.
  void start_page() { used_ = 0; }

 private:
  std::size_t rows_of(std::size_t columns) const;
  void show_line(const std::string& line);

  Write write_;
  Ask ask_;
  std::size_t width_ = 80;
  std::size_t room_ = 0;     // rows above the question; 0 for no end
  std::size_t used_ = 0;     // rows of whole lines
  std::size_t partial_ = 0;  // columns of a line that has not ended
};

}  // namespace stage
