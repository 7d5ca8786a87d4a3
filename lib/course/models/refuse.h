#pragma once

#include <string>

#include "course/runner/wrong_use.h"

namespace models {

/// What cannot be asked of a model.
[[noreturn]] inline void refuse(const std::string& sentence) {
  throw runner::WrongUse("./learn model: " + sentence);
}

}  // namespace models
