#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace horloge {

/// One line that keeps changing: drawn over in place on a terminal, and written as a plain line now
/// and then elsewhere. Its owner asks is_due() before each draw, so that neither comes too often.
class LiveLine {
 public:
  /// Takes text to the screen at once.
  using Write = std::function<void(const std::string&)>;

  /// `style` is an escape sequence, such as "\x1b[2m", for a line that is redrawn; may be empty.
  LiveLine(bool redrawn, Write write, std::string style = "");

  bool redrawn() const { return redrawn_; }

  /// The next line is due one period after `now`, in seconds from any beginning: a tenth of a
  /// second where it is redrawn, ten seconds elsewhere.
  void start(double now) { drawn_at_ = now; }
  bool is_due(double now) const;

  /// Shows a text, cut to stay on one row of `columns`; the next is due one period after `now`.
  void draw(std::string_view text, std::size_t columns, double now = 0);

  /// Takes the line away, if one is on the screen. Plain lines stay.
  void erase();

  /// Leaves the line as it is; what comes next begins a new one.
  void leave();

 private:
  bool redrawn_;
  Write write_;
  std::string style_;
  double drawn_at_ = 0;
  bool on_screen_ = false;
};

}  // namespace horloge
