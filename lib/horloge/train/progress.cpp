#include "horloge/train/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

namespace horloge {
namespace {

constexpr double redraw_seconds = 0.1;
constexpr double line_seconds = 10;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

ProgressStyle choose(ProgressStyle style) {
  if (style != ProgressStyle::automatic) return style;
  const char* terminal = std::getenv("TERM");
  const bool can_redraw = terminal != nullptr && std::string_view(terminal) != "dumb";
  return can_redraw && ::isatty(STDERR_FILENO) != 0 ? ProgressStyle::redrawn : ProgressStyle::lines;
}

std::size_t terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string duration(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::llround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

}  // namespace

std::string progress_line(std::uint64_t step, std::uint64_t steps, double loss, double lr,
                          double steps_per_second) {
  std::string line = fmt::format("step {}/{}   loss {:.4f}   lr {:.3g}", step, steps, loss, lr);
  if (steps_per_second > 0 && std::isfinite(steps_per_second)) {
    line += fmt::format("   {:.{}f} steps/s", steps_per_second, steps_per_second < 10 ? 2 : 0);
    const double left = static_cast<double>(steps - std::min(step, steps)) / steps_per_second;
    if (step < steps && left < 1e7) line += fmt::format("   {} left", duration(left));
  }
  return line;
}

Progress::Progress(std::uint64_t first_step, std::uint64_t steps, ProgressStyle style)
    : Progress(first_step, steps, choose(style), std::cerr, steady_seconds) {}

Progress::Progress(std::uint64_t first_step, std::uint64_t steps, ProgressStyle style,
                   std::ostream& out, Clock clock)
    : first_step_(first_step),
      steps_(steps),
      style_(choose(style)),
      out_(out),
      clock_(std::move(clock)),
      bold_(style_ == ProgressStyle::redrawn && !is_set("NO_COLOR")),
      begin_(clock_()),
      drawn_at_(begin_) {}

Progress::~Progress() {
  if (stale_) draw();
  if (style_ == ProgressStyle::redrawn && !line_.empty()) out_ << '\n' << std::flush;
}

void Progress::show(std::uint64_t step, double loss, double lr) {
  if (style_ == ProgressStyle::quiet) return;
  const double now = clock_();
  const double rate = static_cast<double>(step - first_step_) / (now - begin_);
  line_ = progress_line(step, steps_, loss, lr, rate);
  stale_ = true;
  if (now - drawn_at_ < (style_ == ProgressStyle::redrawn ? redraw_seconds : line_seconds)) return;
  drawn_at_ = now;
  draw();
}

void Progress::draw() {
  stale_ = false;
  if (style_ == ProgressStyle::lines) {
    out_ << line_ + '\n' << std::flush;
    return;
  }
  // A line that fills the last column would wrap, and could not be drawn over.
  const std::string shown = line_.substr(0, terminal_columns() - 1);
  out_ << (bold_ ? "\r\x1b[1m" + shown + "\x1b[0m\x1b[K" : '\r' + shown + "\x1b[K") << std::flush;
}

}  // namespace horloge
