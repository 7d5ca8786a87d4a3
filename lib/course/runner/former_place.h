#pragma once

#include <string>

#include "course/runner/course.h"

namespace runner {

/// A learner's files once stood in lessons/NN_topic/exercises/, among what is
/// the course's now. Moves those that still do to lessons/NN_topic/mine/, where
/// nothing is ever overwritten. Answers with what to tell the learner, nothing
/// if there was none.
std::string move_from_former_place(const Course& course);

}  // namespace runner
