#include "horloge/terminal/live_line.h"

#include <utility>

#include "horloge/text/width.h"

namespace horloge {
namespace {

constexpr double redraw_seconds = 0.1;
constexpr double line_seconds = 10;

}  // namespace

LiveLine::LiveLine(bool redrawn, Write write, std::string style)
    : redrawn_(redrawn), write_(std::move(write)), style_(std::move(style)) {}

bool LiveLine::is_due(double now) const {
  return now - drawn_at_ >= (redrawn_ ? redraw_seconds : line_seconds);
}

void LiveLine::draw(std::string_view text, std::size_t columns, double now) {
  drawn_at_ = now;
  if (!redrawn_) return write_(std::string(text) + '\n');
  // A line that fills the last column would wrap, and could not be drawn over.
  const std::string shown = cut_to_width(text, columns - 1);
  write_('\r' + (style_.empty() ? shown : style_ + shown + "\x1b[0m") + "\x1b[K");
  on_screen_ = true;
}

void LiveLine::erase() {
  if (std::exchange(on_screen_, false)) write_("\r\x1b[K");
}

void LiveLine::leave() {
  if (std::exchange(on_screen_, false)) write_("\n");
}

}  // namespace horloge
