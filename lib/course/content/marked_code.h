#pragma once

#include <string>
#include <string_view>

namespace content {

/// The lines of a source text below `// mark: name`, up to the next mark of
/// this kind, to `// End of …` or to the end of the text. std::runtime_error if
/// no line says so.
std::string marked_code(std::string_view source, std::string_view mark,
                        std::string_view name);

/// Those of a step of a lesson: below `// Step: name`.
std::string step_code(std::string_view source, std::string_view name);

}  // namespace content
