#pragma once

#include <gtest/gtest.h>

#include <string>

#include "course/runner/wrong_use.h"
#include "horloge/core/error.h"

namespace runner {

/// What a command shows, and the sentence with which it refuses.
template <class Command>
std::string said_by(const Command& command) {
  testing::internal::CaptureStdout();
  std::string refusal;
  try {
    command();
  } catch (const WrongUse& e) {
    refusal = std::string("wrong use: ") + e.what();
  } catch (const horloge::Error& e) {
    refusal = std::string("refused: ") + e.what();
  }
  return testing::internal::GetCapturedStdout() + refusal;
}

}  // namespace runner
