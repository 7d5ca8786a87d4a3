#pragma once

#include <string>
#include <string_view>

#include "stage/terminal.h"

namespace stage {

/// Markdown as text for a terminal: paragraphs and lists wrapped to its width,
/// headings, emphasis and code in its styles, tables aligned, code blocks
/// indented and never wrapped. Ends with a newline.
std::string render_markdown(std::string_view markdown,
                            const Terminal& terminal);

}  // namespace stage
