#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/stage/terminal.h"

namespace stage {

/// C++ in the colours of the terminal's theme, each line for itself; as it is,
/// where there is no colour.
std::string coloured_cpp(std::string_view code, const Terminal& terminal);

/// What has a colour of its own in a listing.
enum class CppColour { keyword, type, quoted, number, comment };

/// Some characters of a text, and what colour they have, if any. Runs follow
/// each other without a gap, and none goes over the end of a line.
struct CppRun {
  std::string_view text;
  std::optional<CppColour> colour;
};
std::vector<CppRun> cpp_runs(std::string_view code);

/// A colour of a theme: one of the 240 behind the first 16, which every
/// terminal shows alike.
int colour_of(CppColour what, Theme theme);

}  // namespace stage
