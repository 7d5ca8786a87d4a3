#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace content {

struct Hint {
  std::string title, text;  ///< both Markdown
};

/// An exercise's hints.md: each hint behind its heading `## …`, and above them
/// a line  Reread: title of a step  of the lesson.
struct Hints {
  std::string reread;  ///< empty if no line says it
  std::vector<Hint> all;
};

Hints read_hints(std::string_view text);

}  // namespace content
