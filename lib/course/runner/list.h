#pragma once

#include <cstddef>
#include <string>

#include "course/runner/session.h"

namespace runner {

/// Lessons with what is done of them, and the exercises of one of them; of all
/// if `lesson` is `every_lesson`.
constexpr int every_lesson = -1;
std::string show_list(const Session& session, int lesson = every_lesson);

/// How many exercises are solved.
std::size_t count_solved(const Session& session);

/// "progress ####....... 4/11"
std::string show_progress(const Session& session);

}  // namespace runner
