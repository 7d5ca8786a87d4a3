#pragma once

#include <chrono>
#include <string>

#include "course/stage/terminal.h"
#include "horloge/terminal/live_line.h"

namespace runner {

/// What goes on while somebody waits: on a terminal one line with the seconds
/// so far, which vanishes when it is over; elsewhere a plain line now and then,
/// once it takes long.
class WaitingLine {
 public:
  using Clock = std::chrono::steady_clock;

  explicit WaitingLine(const stage::Terminal& terminal);
  ~WaitingLine() { end(); }
  WaitingLine(const WaitingLine&) = delete;
  WaitingLine& operator=(const WaitingLine&) = delete;

  /// From now on it is this: "compiling". A remark about its seconds follows
  /// them: " of at most 5".
  void begin(const std::string& what, const std::string& remark = "",
             Clock::time_point now = Clock::now());

  /// To be called often, until the end.
  void tick(Clock::time_point now = Clock::now());

  /// What is shown next has the line to itself.
  void end();

 private:
  std::size_t columns_;
  horloge::LiveLine line_;
  std::string what_, remark_;
  Clock::time_point start_;
  long shown_ = 0;  // the seconds that were shown last
};

}  // namespace runner
