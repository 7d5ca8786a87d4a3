#pragma once

#include <string>

#include "course/runner/source_text.h"

namespace runner {

/// A habit from NumPy, or of C++, that gives wrong numbers although it
/// compiles, with its line: "Line 12: …". The first of several; empty if there
/// is none.
///   - whole numbers that give wrong ones, see note_on_whole_numbers
///   - in a loop, = where += is meant
///   - something static that is kept from call to call
///   - bits that are not what they seem, see note_on_bits
///   - a size that is written into the code
/// `about` is what the wrong numbers are like. Of numbers that lack digits it
/// says where float is used, of numbers that nobody set, where they come from.
std::string note_on_habits(const SourceText& source, const std::string& about);

}  // namespace runner
