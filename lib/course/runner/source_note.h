#pragma once

#include <string>

namespace runner {

/// A habit in a learner's source that gives wrong numbers although it compiles,
/// with its line, in one sentence: "Line 12: …". The first of several; empty if
/// there is none. It goes by the text alone, so it is worth showing only when
/// something is wrong:
///   - a backward that keeps what it needs by reference
///   - an xtensor expression held in auto
///   - a sum, mean or the like in the middle of a larger expression
///   - == where = is meant
/// and those of habits.h. `about` is what the wrong numbers are like, in the
/// word that the check reports: "digits", "unset", or nothing.
std::string note_on_source(const std::string& source,
                           const std::string& about = "");

}  // namespace runner
