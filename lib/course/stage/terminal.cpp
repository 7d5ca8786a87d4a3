#include "course/stage/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "horloge/text/width.h"

namespace stage {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// A number of the environment, or else what the window says.
std::size_t window_size(const char* name, unsigned short winsize::*size) {
  if (const long n =
          std::strtol(std::string(variable(name)).c_str(), nullptr, 10);
      n > 0)
    return static_cast<std::size_t>(n);
  winsize window{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0) return window.*size;
  return 0;
}

// Whoever names no locale has a terminal of our days.
bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = variable(name);
    if (locale.empty()) continue;
    for (const char* encoding : {"UTF-8", "utf-8", "UTF8", "utf8"})
      if (locale.find(encoding) != std::string_view::npos) return true;
    return false;
  }
  return true;
}

// The colour is dark enough for a white window and light enough for a black
// one.
const char* escape_code(Style style) {
  switch (style) {
    case Style::bold:
      return "\x1b[1m";
    case Style::dim:
      return "\x1b[2m";
    case Style::heading:
      return "\x1b[1;38;5;30m";
    case Style::code:
      return "\x1b[38;5;30m";
    case Style::plain:
      break;
  }
  return "";
}

}  // namespace

Terminal find_terminal() {
  Terminal terminal;
  const bool shows = isatty(STDOUT_FILENO) == 1;
  const std::string_view term = variable("TERM");
  terminal.interactive = shows && isatty(STDIN_FILENO) == 1;
  terminal.moves = shows && !term.empty() && term != "dumb";
  terminal.colour = terminal.moves && variable("NO_COLOR").empty();
  terminal.utf8 = !shows || locale_is_utf8();  // a file is UTF-8 throughout
  const std::size_t columns = window_size("COLUMNS", &winsize::ws_col);
  terminal.columns = columns == 0 ? 80 : columns;
  terminal.width = std::clamp<std::size_t>(terminal.columns, 20, 80);
  if (terminal.interactive)
    terminal.rows = window_size("LINES", &winsize::ws_row);
  return terminal;
}

std::string styled(const Terminal& terminal, Style style,
                   std::string_view text) {
  if (!terminal.colour || style == Style::plain || text.empty())
    return std::string(text);
  return escape_code(style) + std::string(text) + "\x1b[0m";
}

std::size_t display_width(std::string_view text) {
  return horloge::display_width(text);
}

}  // namespace stage
