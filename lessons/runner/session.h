#pragma once

#include "runner/compiler.h"
#include "runner/course.h"
#include "runner/progress.h"
#include "runner/verdict.h"
#include "stage/terminal.h"

namespace runner {

/// What every command works with.
struct Session {
  Course course;
  Progress progress;
  stage::Terminal terminal;
};

/// The first exercise that is not solved; nullptr when all are.
const Exercise* next_exercise(const Session& session);

/// By its name; without one the next that is not solved, or nullptr when all
/// are. horloge::ValueError for a name that there is not.
const Exercise* exercise_or_next(const Session& session,
                                 const std::string& name);

}  // namespace runner
