#include "course/stage/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "horloge/terminal/window.h"
#include "horloge/text/width.h"

namespace stage {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// A number of the environment, or else what the window says.
std::size_t number_or(const char* name, std::size_t otherwise) {
  const long n = std::strtol(std::string(variable(name)).c_str(), nullptr, 10);
  return n > 0 ? static_cast<std::size_t>(n) : otherwise;
}

// No locale set: assume UTF-8.
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
  terminal.interactive = shows && isatty(STDIN_FILENO) == 1;
  terminal.moves = horloge::can_redraw(STDOUT_FILENO);
  terminal.colour = terminal.moves && horloge::wants_colour();
  terminal.utf8 = !shows || locale_is_utf8();  // a file is UTF-8 throughout
  const horloge::TerminalSize window = horloge::terminal_size(STDOUT_FILENO);
  const std::size_t columns = number_or("COLUMNS", window.columns);
  terminal.columns = columns == 0 ? 80 : columns;
  terminal.width = std::clamp<std::size_t>(terminal.columns, 20, 80);
  if (terminal.interactive) terminal.rows = number_or("LINES", window.rows);
  return terminal;
}

std::string styled(const Terminal& terminal, Style style,
                   std::string_view text) {
  if (!terminal.colour || style == Style::plain || text.empty())
    return std::string(text);
  return escape_code(style) + std::string(text) + "\x1b[0m";
}

void show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

bool all_was_shown() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 &&
         std::cout.good();
}

horloge::LiveLine live_line(const Terminal& terminal) {
  return {terminal.moves, show, terminal.colour ? escape_code(Style::dim) : ""};
}

std::size_t display_width(std::string_view text) {
  return horloge::display_width(text);
}

}  // namespace stage
