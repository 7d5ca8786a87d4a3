#include "course/content/code_prose.h"

#include "course/content/lines.h"

namespace content {

CodeProse read_code_prose(
    const Section& section,
    const std::function<bool(const std::string& line, std::size_t number)>&
        entry) {
  CodeProse prose;
  bool in_block = false;
  std::size_t number = section.line;
  for (const std::string& line : lines_of(section.text)) {
    ++number;
    if (!section.codes.empty() && section.codes[0].line == number) {
      prose.link = section.codes[0];
    } else if (in_block) {
      in_block = line != "```";
      if (in_block) prose.found += line + "\n";
    } else if (line == "```" && prose.has_code() && prose.found.empty()) {
      in_block = true;
    } else if (!entry(line, number)) {
      (prose.has_code() ? prose.after : prose.before) += line + "\n";
    }
  }
  return prose;
}

}  // namespace content
