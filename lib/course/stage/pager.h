#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "course/stage/terminal.h"
#include "course/stage/turn.h"

namespace stage {

/// A part of a step, which knows what it looks like in any window.
struct Passage {
  std::function<std::string(const Terminal&)> text;
  /// Had better not be cut, as a figure or code: it goes on one page if it
  /// fits.
  bool together = false;
};

/// Shows text a window at a time: what has not been read does not scroll away.
/// A page ends between paragraphs where it can, and leaves no line alone.
///
/// What fills the upper third of a window is shown at once. The rest waits
/// until finish(), for where a page ends well depends on what is still to come.
///
/// A page is drawn anew when the learner asks for it or the window has changed;
/// it then begins with the words that it began with before.
class Pager {
 public:
  using Write = std::function<void(const std::string&)>;
  /// Asks for a turn; it gets the words for Enter.
  using Ask = std::function<Turn(const std::string&)>;

  /// Without `ask`, for a pipe, everything is shown at once.
  Pager(const Terminal& terminal, Write write, Ask ask = {});

  void show(const Passage& passage);
  /// A text that is the same in every window.
  void show(const std::string& text);
  /// The last passage has got longer, by this in the present window.
  void grow(const std::string& text);

  /// Shows all that waits, and asks at the end of each page. Throws LeaveStep
  /// unless the answer is to go on.
  void finish();
  /// The same, and asks in the end, where a learner may want to think. The
  /// window then counts as empty.
  void ask(const std::string& words);
  /// Shows all that waits and lets `ask` ask; what comes next stands below, in
  /// the same window.
  void pause(const std::function<Turn()>& ask);
  /// Shows all that waits without a question: there was an error.
  void show_rest();

  /// The learner has just left a step, and the window may have changed.
  void start_page(const Terminal& terminal);

  // What follows counts passages since then.
  std::size_t passages() const { return passages_.size(); }
  /// The passages from this one on are gone, from the window too.
  void take_back(std::size_t first);

  // Before a page is drawn anew, which Turn::To::redraw asks for:
  /// the window is another one now;
  void resize(const Terminal& terminal);
  /// the page begins with this passage, unless text above it still waits.
  void begin_with(std::size_t passage);

 private:
  // A place in what is shown that every window has.
  struct Place {
    std::size_t passage = 0;
    std::size_t letters = 0;  // of the passage, before it
  };
  struct Line {
    std::string text;
    Place place;
    std::size_t rows = 1;
    bool blank = false;
    bool starts = false;       // what had better not be cut
    bool kept = false;         // belongs to that, and a window has room for it
    std::size_t together = 0;  // rows of it from here on
  };

  void set_window(const Terminal& terminal);
  bool turn_page(const std::string& words);
  void leave(const Turn& turn);
  void add(const std::string& text, bool together);
  void add_lines(const std::string& text, bool together);
  void keep_together(std::size_t first);
  void draw_anew();
  void erase_page();
  void show_upper_third();
  void write(std::size_t lines);
  std::size_t rows(std::size_t lines) const;
  std::size_t lines_that_fit() const;
  std::size_t page_end() const;
  int badness(std::size_t end) const;

  Terminal terminal_;
  Write write_;
  Ask ask_;
  std::size_t width_ = 80;
  std::size_t room_ = 0;  // rows above the question; 0 for no end
  std::size_t used_ = 0;
  std::deque<Line> lines_;  // that wait
  std::vector<Passage> passages_;
  Place next_;  // behind all that came
  Place page_;  // where the page begins
  bool resized_ = false;
};

}  // namespace stage
