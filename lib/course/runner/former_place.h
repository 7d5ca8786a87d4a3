#pragma once

#include <string>
#include <vector>

#include "course/runner/course.h"

namespace runner {

/// A learner's files used to be in lessons/NN_topic/exercises/, which now
/// belongs to the course. Moves those that still do to lessons/NN_topic/mine/.
/// Nothing is overwritten, and nothing is lost when it is interrupted or the
/// disk is full. Returns what to tell the learner, one sentence per file.
std::vector<std::string> move_from_former_place(const Course& course);

}  // namespace runner
