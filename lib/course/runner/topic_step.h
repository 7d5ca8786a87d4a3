#pragma once

#include <cstddef>

#include "course/runner/course.h"

namespace runner {

/// The step of its lesson that an exercise is about, from 1: the one that
/// step_to_reread knows; else, of those whose title has a word of the
/// exercise's name, the one that says the most of them most often; 0 if there
/// is none.
std::size_t topic_step(const Course& course, const Exercise& exercise);

}  // namespace runner
