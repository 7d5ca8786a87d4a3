#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "course/stage/pager.h"
#include "course/stage/terminal.h"
#include "horloge/view/figure.h"

namespace stage {

/// Where a step prints. What it prints is shown at once and kept, so that
/// stepping back shows it again without running the code again.
class Page {
 public:
  /// Without a pager all is written at once.
  Page(const Terminal& terminal, std::uint64_t seed, Pager* pager = nullptr)
      : terminal_(terminal),
        seed_(seed),
        pager_(pager),
        progress_(live_line(terminal)) {}

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    put(fmt::format(format, std::forward<Args>(args)...));
  }
  void put(const std::string& text);
  /// Shows what still waits: in a narrow window a table has to be known as a
  /// whole before it can be fitted in.
  void finish();

  /// Draws a figure as wide as the window, but no wider than 100 columns, with
  /// a blank line above and below where something else is printed. One
  /// that cannot be drawn is a sentence that says why, and the lesson goes on.
  void show(const horloge::Figure& figure);

  /// A line that says how far long work has come; the next one takes its place.
  /// On a terminal only.
  void progress(const std::string& text);

  const Terminal& terminal() const { return terminal_; }
  std::uint64_t seed() const { return seed_; }  ///< the learner's --seed
  std::string printed() const;

  /// A piece of what was printed; a figure is not cut in two.
  struct Piece {
    std::string text;
    bool is_figure = false;
  };
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  void add(Piece piece);
  bool ends_with_blank_line() const;

  Terminal terminal_;
  std::uint64_t seed_;
  Pager* pager_;
  std::vector<Piece> pieces_;
  std::string waiting_;
  horloge::LiveLine progress_;
};

/// Thrown when the learner pressed Ctrl-C.
struct Interrupted {};

/// Whether Ctrl-C was pressed since the first call, which is the program's
/// first act.
bool interrupted();

/// Long work calls this now and then.
void stop_if_interrupted();

}  // namespace stage
