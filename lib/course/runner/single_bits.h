#pragma once

#include <string>

#include "course/runner/source_text.h"

namespace runner {

/// Where an operation on bits is not what it seems, with its line; the first of
/// several, empty if there is none.
///   - t & m == 0, which compares first
///   - 1 << b, an int
std::string note_on_bits(const SourceText& source);

}  // namespace runner
