#include "horloge/terminal/window.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace horloge {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

bool can_redraw(int descriptor) {
  const std::string_view terminal = variable("TERM");
  return !terminal.empty() && terminal != "dumb" && ::isatty(descriptor) == 1;
}

bool wants_colour() { return variable("NO_COLOR").empty(); }

}  // namespace horloge
