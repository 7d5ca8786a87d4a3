#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace content {

/// The lines of a text, without their line breaks.
std::vector<std::string> lines_of(std::string_view text);

bool begins_with(std::string_view text, std::string_view begin);

/// The text behind `begin`, if it begins so.
std::optional<std::string> behind(std::string_view text,
                                  std::string_view begin);

/// The parts between marks: at least one.
std::vector<std::string> split(std::string_view text, std::string_view mark);

}  // namespace content
