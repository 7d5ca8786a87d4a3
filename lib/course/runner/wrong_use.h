#pragma once

#include <stdexcept>

namespace runner {

/// A command was used wrongly; the sentence says what to do.
class WrongUse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace runner
