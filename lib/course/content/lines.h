#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace content {

/// The lines of a text, without their line breaks.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace content
