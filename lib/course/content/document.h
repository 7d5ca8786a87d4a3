#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace content {

/// A line  Code: [`name`](file.cpp)  and which line of its text it is, from 1.
struct CodeLink {
  std::string name, file;
  std::size_t line = 0;
};

/// What stands below a heading `## …`.
struct Section {
  std::string heading;
  std::size_t line = 0;  ///< of the heading, from 1
  std::string text;      ///< the lines below it, as they are
  std::vector<CodeLink> codes;
};

/// A text of this course: a lesson, hints, a notebook's route or claims. `# …`
/// is its title. Headings and `Code:` lines begin at the edge; in a block of
/// code they are code.
struct Document {
  std::string title;    ///< the first one
  std::string opening;  ///< the lines above the first section, but the title
  std::vector<Section> sections;
};

/// Throws std::runtime_error if the text is too long to be parsed.
Document read_document(std::string_view markdown);

}  // namespace content
