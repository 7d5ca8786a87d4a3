#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>

#include "course/stage/terminal.h"
#include "course/stage/turn.h"

namespace stage {

/// Shows text a window at a time: what has not been read does not scroll away.
/// A page ends between paragraphs where it can, and leaves no line alone.
///
/// What fills the upper third of a window is shown at once. The rest waits
/// until finish(), for where a page ends well depends on what is still to come.
class Pager {
 public:
  using Write = std::function<void(const std::string&)>;
  /// Asks for a turn; it gets the words for Enter.
  using Ask = std::function<Turn(const std::string&)>;

  /// For a pipe: everything is shown at once.
  explicit Pager(Write write) : write_(std::move(write)) {}
  /// For a window.
  Pager(const Terminal& terminal, Write write, Ask ask);

  void show(const std::string& text);
  /// A text that had better not be cut, a figure or code: it goes on one page
  /// if it fits.
  void show_together(const std::string& text);

  /// Shows all that waits, and asks at the end of each page. Throws LeaveStep
  /// unless the answer is to go on.
  void finish();
  /// The same, and asks in the end, where a learner may want to think. The
  /// window then counts as empty.
  void ask(const std::string& words);
  /// Shows all that waits without a question: there was an error.
  void show_rest();

  /// The learner has just answered, and the window may have changed.
  void start_page(const Terminal& terminal);

 private:
  struct Line {
    std::string text;
    std::size_t rows = 1;
    bool blank = false;
    bool starts = false;       // what had better not be cut
    bool kept = false;         // belongs to that, and a window has room for it
    std::size_t together = 0;  // rows of it from here on
  };

  void set_window(const Terminal& terminal);
  void turn_page(const std::string& words);
  void add(const std::string& text, bool together);
  void keep_together(std::size_t first);
  void show_upper_third();
  void write(std::size_t lines);
  std::size_t rows(std::size_t lines) const;
  std::size_t lines_that_fit() const;
  std::size_t page_end() const;
  int badness(std::size_t end) const;

  Write write_;
  Ask ask_;
  std::size_t width_ = 80;
  std::size_t room_ = 0;  // rows above the question; 0 for no end
  std::size_t used_ = 0;
  std::deque<Line> lines_;  // that wait
};

}  // namespace stage
