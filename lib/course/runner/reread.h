#pragma once

#include <string>

#include "course/runner/course.h"

namespace runner {

/// Where an exercise's matter is explained: "Lesson 4, step 1, has it: `./learn
/// 4 --step 1`." A line "Reread: title of a step" before the first hint in
/// hints.md names the step; without one it is the lesson.
std::string where_to_read(const Course& course, const Exercise& exercise);

}  // namespace runner
