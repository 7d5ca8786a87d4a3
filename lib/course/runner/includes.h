#pragma once

#include <string>

#include "course/runner/course.h"

namespace runner {

/// Of the files that the compiler read for an answer, as its rule for make
/// (-MD) names them: the first that an answer may not include. These are the
/// files of an exercise, but for answer.h, what a build has made of them, and
/// other answers. Empty if there is none; relative to the course's folders if
/// it is in them.
std::string forbidden_include(const Course& course, const Exercise& exercise,
                              const std::string& rule);

}  // namespace runner
