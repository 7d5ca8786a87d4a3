#pragma once

#include <string>

#include "course/runner/course.h"

namespace runner {

/// The step of its lesson that an exercise's hints.md names, from 1, in a line
/// "Reread: title of a step" before the first hint; 0 if there is none.
std::size_t step_to_reread(const Course& course, const Exercise& exercise);

/// Where an exercise's matter is explained: "Lesson 4, step 1, has it: `./learn
/// 4 --step 1`." A line "Reread: title of a step" before the first hint in
/// hints.md names the step; without one it is the lesson.
std::string where_to_read(const Course& course, const Exercise& exercise);

}  // namespace runner
