#pragma once

#include <string>

namespace runner {

/// A compiler's message in which every quote is '…', with type names short
/// enough to read: xtensor's are hundreds of characters long.
std::string with_short_types(const std::string& message);

/// What is wrong, in plain words. `in_library`: the error shows inside a
/// library that the learner's line calls.
std::string explain_message(const std::string& message, bool in_library);

}  // namespace runner
