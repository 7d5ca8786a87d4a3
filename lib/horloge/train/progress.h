#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "horloge/terminal/live_line.h"

namespace horloge {

/// How a training run shows where it is.
enum class ProgressStyle {
  automatic,  ///< redrawn if standard error is a terminal, else lines
  redrawn,    ///< one line, drawn over and over
  lines,      ///< a line every ten seconds and one at the end
  quiet
};

/// `step 120/1000   loss 1.2345   lr 0.0003   45.2 steps/s   19 s left`
std::string progress_line(std::uint64_t step, std::uint64_t steps, double loss, double lr,
                          double steps_per_second);

/// The display of a training run, by default on standard error. Its numbers are bold if it is
/// redrawn, unless NO_COLOR is set (https://no-color.org).
class Progress {
 public:
  /// Seconds, from any beginning.
  using Clock = std::function<double()>;

  /// The rate is taken from `first_step` on, where this run began or was resumed.
  Progress(std::uint64_t first_step, std::uint64_t steps, ProgressStyle style);
  Progress(std::uint64_t first_step, std::uint64_t steps, ProgressStyle style, std::ostream& out,
           Clock clock);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Leaves the last state on a line of its own.
  ~Progress();

  /// `step` steps are done. Shown if it is time to.
  void show(std::uint64_t step, double loss, double lr);

 private:
  void draw(double now);

  std::uint64_t first_step_;
  std::uint64_t steps_;
  ProgressStyle style_;
  Clock clock_;
  double begin_;
  LiveLine line_;
  std::string waiting_;  // the last state, until it is on the screen
};

}  // namespace horloge
