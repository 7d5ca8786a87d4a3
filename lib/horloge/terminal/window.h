#pragma once

#include <cstddef>

namespace horloge {

/// A terminal's size in characters; both 0 where there is no terminal, or it does not know.
struct TerminalSize {
  std::size_t columns = 0;
  std::size_t rows = 0;
};

/// That of the terminal behind a file descriptor, as large as its window is now.
TerminalSize terminal_size(int descriptor);

/// Whether what was written to a file descriptor can be drawn over: it is a terminal, and TERM does
/// not call it a dumb one.
bool can_redraw(int descriptor);

/// Whether colours and bold are wanted: NO_COLOR is not set (https://no-color.org).
bool wants_colour();

}  // namespace horloge
