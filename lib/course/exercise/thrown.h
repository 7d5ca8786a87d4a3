#pragma once

#include <string>

namespace exercise {

/// What an answer threw.
struct Thrown {
  std::string kind;     ///< the same wherever the same goes wrong, whatever
                        ///< an answer says of it
  std::string message;  ///< for a learner: with sizes, and the line if known
  bool is_its_own = false;  ///< an answer's own error, in words of its own
};

/// Of the exception that is being handled. `lead` stands before an error's own
/// words.
Thrown what_was_thrown(const std::string& lead);

}  // namespace exercise
