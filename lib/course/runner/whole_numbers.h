#pragma once

#include <string>

#include "course/runner/source_text.h"

namespace runner {

/// Where whole numbers give wrong ones, with its line; the first of several,
/// empty if there is none.
///   - whole numbers that are divided inside pow, exp, sin, …
///   - ^ where a power is meant
///   - Array sum(n), one number that is n, where n numbers are meant
///   - -2 * i of an unsigned i
///   - a root that becomes a whole number, a type too small for what it counts
std::string note_on_whole_numbers(const SourceText& source);

}  // namespace runner
