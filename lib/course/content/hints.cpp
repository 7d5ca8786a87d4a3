#include "course/content/hints.h"

#include "course/content/document.h"
#include "course/content/lines.h"

namespace content {

Hints read_hints(std::string_view text) {
  constexpr std::string_view mark = "Reread: ";
  const Document document = read_document(text);
  Hints hints;
  for (const std::string& line : lines_of(document.opening))
    if (hints.reread.empty()) hints.reread = behind(line, mark).value_or("");
  for (const Section& section : document.sections)
    hints.all.push_back({section.heading, section.text});
  return hints;
}

}  // namespace content
