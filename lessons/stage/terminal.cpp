#include "stage/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "horloge/view/text_width.h"

namespace stage {
namespace {

std::size_t window_width() {
  if (const char* columns = std::getenv("COLUMNS"); columns != nullptr)
    if (const long n = std::strtol(columns, nullptr, 10); n > 0)
      return static_cast<std::size_t>(n);
  winsize window{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
    return window.ws_col;
  return 80;
}

const char* escape_code(Style style) {
  switch (style) {
    case Style::bold:
      return "\x1b[1m";
    case Style::dim:
      return "\x1b[2m";
    case Style::heading:
      return "\x1b[1;36m";
    case Style::code:
      return "\x1b[36m";
    case Style::plain:
      break;
  }
  return "";
}

}  // namespace

Terminal find_terminal() {
  Terminal terminal;
  const bool shows = isatty(STDOUT_FILENO) == 1;
  const char* const no_colour = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  terminal.interactive = shows && isatty(STDIN_FILENO) == 1;
  terminal.colour = shows && (no_colour == nullptr || *no_colour == '\0') &&
                    term != nullptr && std::string_view(term) != "dumb";
  terminal.width = std::clamp<std::size_t>(window_width(), 20, 80);
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
