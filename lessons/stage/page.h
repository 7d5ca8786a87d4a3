#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

#include "horloge/view/figure.h"
#include "stage/terminal.h"

namespace stage {

/// Where a step prints. What it prints is shown at once and kept, so that
/// stepping back shows it again without running the code again.
class Page {
 public:
  Page(const Terminal& terminal, std::uint64_t seed)
      : terminal_(terminal), seed_(seed) {}

  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    put(fmt::format(format, std::forward<Args>(args)...));
  }
  void put(const std::string& text);

  /// Draws a figure as wide as the window. One that cannot be drawn is a
  /// sentence that says why, and the lesson goes on.
  void show(const horloge::Figure& figure);

  /// A line that says how far long work has come; the next one takes its place.
  /// On a terminal only.
  void progress(const std::string& text);

  const Terminal& terminal() const { return terminal_; }
  std::uint64_t seed() const { return seed_; }  ///< the learner's --seed
  const std::string& printed() const { return printed_; }

 private:
  void clear_progress();

  Terminal terminal_;
  std::uint64_t seed_;
  std::string printed_;
  bool shows_progress_ = false;
};

/// Thrown when the learner pressed Ctrl-C.
struct Interrupted {};

/// Whether Ctrl-C was pressed since the first call, which is the program's
/// first act.
bool interrupted();

/// Long work calls this now and then.
void stop_if_interrupted();

}  // namespace stage
