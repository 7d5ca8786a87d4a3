#pragma once

#include "course/runner/compiler.h"
#include "course/runner/course.h"
#include "course/runner/progress.h"
#include "course/runner/verdict.h"
#include "course/stage/terminal.h"

namespace runner {

/// What every command works with.
struct Session {
  Course course;
  Progress progress;
  stage::Terminal terminal;
};

/// The first exercise that is not solved; nullptr when all are.
const Exercise* next_exercise(const Session& session);

/// The exercise a learner is at: of those begun and not solved the one saved
/// last, else the next; nullptr when all are solved.
const Exercise* current_exercise(const Session& session);

/// By its name; without one the current exercise. horloge::ValueError for an
/// unknown name.
const Exercise* exercise_or_current(const Session& session,
                                    const std::string& name);

}  // namespace runner
