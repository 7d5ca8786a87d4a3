#pragma once

#include <string>
#include <string_view>

#include "course/stage/terminal.h"

namespace stage {

/// Markdown as text for a terminal: paragraphs and lists wrapped to its width,
/// headings, emphasis and code in its styles, or in stars and quotes where it
/// has none, tables aligned, code blocks indented, and broken only where the
/// window is narrower. Ends with a newline.
std::string render_markdown(std::string_view markdown,
                            const Terminal& terminal);

}  // namespace stage
