#pragma once

#include <string>

#include "course/runner/session.h"

namespace runner {

/// What comes next for a learner: a step of a lesson, or an exercise; neither
/// if all is done.
struct Next {
  const LessonEntry* lesson = nullptr;  ///< that of the exercise, if it is one
  const Exercise* exercise = nullptr;   ///< nullptr for a lesson
  std::size_t step = 0;                 ///< of the lesson; 0 from its beginning
};

/// What the learner was at last goes on; once it is done, so does its lesson,
/// with its exercises, and then the lessons after it.
Next what_comes_next(const Session& session);

/// The same for ./learn: "lesson 4", "exercise sinusoidal_table", or "nothing".
std::string what_is_next(const Session& session);

/// The same as a sentence.
std::string how_to_go_on(const Session& session);

/// The exercise after this one that is not solved, and after the last one the
/// first; nullptr if there is no other.
const Exercise* exercise_after(const Session& session,
                               const Exercise& exercise);

/// The lesson a learner is at: that of an exercise that was checked last and
/// does not pass, else that of what comes next; 0 if all is done.
int lesson_at_hand(const Session& session);

}  // namespace runner
