#pragma once

#include <functional>
#include <string>

#include "course/content/document.h"

namespace content {

/// Prose around one piece of code.
struct CodeProse {
  std::string before;  ///< Markdown
  CodeLink link;       ///< to the code; has no name if there is none
  std::string found;   ///< what it prints: the first block of code below it
  std::string after;   ///< Markdown

  bool has_code() const { return !link.name.empty(); }
};

/// Reads a section so, but for the lines that are `entry`s, which it takes
/// itself. It is told the number of each.
CodeProse read_code_prose(const Section& section,
                          const std::function<bool(const std::string& line,
                                                   std::size_t number)>& entry);

}  // namespace content
