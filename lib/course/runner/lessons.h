#pragma once

#include <cstdint>
#include <optional>

#include "course/runner/session.h"

namespace runner {

struct LessonOptions {
  bool mine = false;     ///< with the learner's own solved exercises in it
  bool all = false;      ///< all steps without waiting
  std::size_t step = 0;  ///< to begin with; 0: where the learner left off
  bool visit = false;  ///< comes back to where it was: no word of what is next
  std::optional<std::uint64_t> seed;
};

/// Plays a lesson, from where the learner left off, and records how far it
/// went. Returns the exit status of the lesson's program.
int play_lesson(Session& session, int number, const LessonOptions& options);

}  // namespace runner
