#pragma once

#include <chrono>
#include <string>

#include "course/stage/terminal.h"

namespace runner {

/// What goes on while somebody waits: on a terminal one line with the seconds
/// so far, which vanishes when it is over; elsewhere a plain line now and then,
/// once it takes long.
class LiveLine {
 public:
  using Clock = std::chrono::steady_clock;

  explicit LiveLine(const stage::Terminal& terminal);
  ~LiveLine() { end(); }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  /// From now on it is this: "compiling". What is to be known of its seconds
  /// stands behind them.
  void begin(const std::string& what, const std::string& remark = "",
             Clock::time_point now = Clock::now());

  /// To be called often, until the end.
  void tick(Clock::time_point now = Clock::now());

  /// What is shown next has the line for itself.
  void end();

 private:
  void draw(long seconds);

  stage::Terminal terminal_;
  std::string what_, remark_;
  Clock::time_point start_;
  long shown_ = -1;     // the seconds that were told last
  bool drawn_ = false;  // there is a line to erase
};

}  // namespace runner
