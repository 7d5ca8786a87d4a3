#pragma once

#include <string>
#include <vector>

#include "course/runner/course.h"

namespace runner {

/// A learner's files once stood in lessons/NN_topic/exercises/, among what is
/// the course's now. Moves those that still do to lessons/NN_topic/mine/.
/// Nothing is overwritten, and nothing is lost when it is interrupted or the
/// disk is full. Answers with what to tell the learner, a sentence a file.
std::vector<std::string> move_from_former_place(const Course& course);

}  // namespace runner
