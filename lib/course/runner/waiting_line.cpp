#include "course/runner/waiting_line.h"

#include <fmt/format.h>

namespace runner {
namespace {

// Plain lines come every ten seconds. While you wait, you want to know sooner
// that something goes on: the first one comes after three.
constexpr double early_seconds = 7;

double in_seconds(WaitingLine::Clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace

WaitingLine::WaitingLine(const stage::Terminal& terminal)
    : columns_(terminal.columns), line_(stage::live_line(terminal)) {}

void WaitingLine::begin(const std::string& what, const std::string& remark,
                        Clock::time_point now) {
  what_ = what;
  remark_ = remark;
  start_ = now;
  shown_ = 0;
  line_.start(in_seconds(now) - (line_.redrawn() ? 0 : early_seconds));
  if (line_.redrawn()) line_.draw(what_ + " …", columns_, in_seconds(now));
}

void WaitingLine::tick(Clock::time_point now) {
  const long seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  if (what_.empty() || seconds == shown_ || !line_.is_due(in_seconds(now)))
    return;
  shown_ = seconds;
  line_.draw(fmt::format("{}{}: {} s{}", line_.redrawn() ? "" : "still ", what_,
                         seconds, remark_),
             columns_, in_seconds(now));
}

void WaitingLine::end() {
  line_.erase();
  what_.clear();
}

}  // namespace runner
