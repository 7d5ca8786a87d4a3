#include "course/runner/live_line.h"

#include <fmt/format.h>

#include "course/runner/screen.h"
#include "horloge/text/width.h"

namespace runner {

LiveLine::LiveLine(const stage::Terminal& terminal) : terminal_(terminal) {}

void LiveLine::begin(const std::string& what, const std::string& remark,
                     Clock::time_point now) {
  what_ = what;
  remark_ = remark;
  start_ = now;
  shown_ = -1;
  tick(now);
}

void LiveLine::tick(Clock::time_point now) {
  constexpr long long_time = 10;  // between two plain lines
  const long seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now - start_).count();
  if (what_.empty() || seconds == shown_) return;
  if (terminal_.moves) {
    draw(seconds);
  } else if (seconds > 0 && seconds % long_time == 0) {
    show(fmt::format("still {}: {} s{}\n", what_, seconds, remark_));
    shown_ = seconds;
  }
}

void LiveLine::draw(long seconds) {
  // The cursor has to stay on the line.
  const std::string time =
      seconds == 0 ? " …" : fmt::format(": {} s{}", seconds, remark_);
  const std::string text =
      horloge::cut_to_width(what_ + time, terminal_.columns - 1);
  show("\r" + styled(terminal_, stage::Style::dim, text) + "\x1b[K");
  shown_ = seconds;
  drawn_ = true;
}

void LiveLine::end() {
  if (drawn_) show("\r\x1b[K");
  drawn_ = false;
  what_.clear();
}

}  // namespace runner
