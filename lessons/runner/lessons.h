#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/session.h"

namespace runner {

struct LessonOptions {
  bool mine = false;  ///< with the learner's own solved exercises in it
  std::vector<std::string> arguments;  ///< for the lesson's own program
};

/// Plays a lesson, from where the learner left it, and keeps how far it went.
/// Answers with the status of the lesson's program.
int play_lesson(Session& session, int number, const LessonOptions& options);

/// What comes next for a learner: "lesson 4", "exercise sinusoidal_table", or
/// "nothing".
std::string what_is_next(const Session& session);

}  // namespace runner
