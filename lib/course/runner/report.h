#pragma once

#include <optional>
#include <string>

#include "course/exercise/seal.h"
#include "course/runner/verdict.h"

namespace runner {

/// What a check's report says besides the verdict. A part that began and did
/// not end is where the program ended.
struct Report {
  std::string current;  ///< the part that was being checked last
  bool stack_overflow = false;
  bool threw_wildly = false;  ///< where nothing may be thrown
  bool shapes_do_not_fit = false;
  bool ended = false;  ///< it came to its end
};

/// Reads a report, a JSON object a line, into a verdict. What is cut off, or is
/// no event, an answer wrote or left behind: it is passed over. With a key, so
/// is what has no seal, but for a crash, which nobody has the time to seal.
Report read_report(const std::string& text, Verdict& verdict,
                   const std::optional<exercise::SealKey>& key = {});

}  // namespace runner
