#pragma once

#include <string>
#include <vector>

#include "exercise/examiner.h"

namespace exercise {

/// What a known mistake left behind when it went through the same check, with
/// the same seed.
struct KnownTrace {
  std::string id;
  Trace trace;
};

/// The ids of the known mistakes that an answer shares: those with the very
/// same trace; if there is none, those that agree with it in every part where
/// it failed.
std::vector<std::string> shared_mistakes(const Examiner& answer,
                                         const std::vector<KnownTrace>& known);

}  // namespace exercise
