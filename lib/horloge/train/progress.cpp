#include "horloge/train/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <utility>

#include "horloge/terminal/window.h"

namespace horloge {
namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ProgressStyle choose(ProgressStyle style) {
  if (style != ProgressStyle::automatic) return style;
  return can_redraw(STDERR_FILENO) ? ProgressStyle::redrawn : ProgressStyle::lines;
}

std::size_t terminal_columns() {
  const std::size_t columns = terminal_size(STDERR_FILENO).columns;
  return columns > 0 ? columns : 80;
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
      clock_(std::move(clock)),
      begin_(clock_()),
      line_(
          style_ == ProgressStyle::redrawn,
          [&out](const std::string& text) { out << text << std::flush; },
          wants_colour() ? "\x1b[1m" : "") {
  line_.start(begin_);
}

Progress::~Progress() {
  if (!waiting_.empty()) draw(clock_());
  line_.leave();
}

void Progress::show(std::uint64_t step, double loss, double lr) {
  if (style_ == ProgressStyle::quiet) return;
  const double now = clock_();
  const double rate = static_cast<double>(step - first_step_) / (now - begin_);
  waiting_ = progress_line(step, steps_, loss, lr, rate);
  if (line_.is_due(now)) draw(now);
}

void Progress::draw(double now) {
  line_.draw(waiting_, terminal_columns(), now);
  waiting_.clear();
}

}  // namespace horloge
