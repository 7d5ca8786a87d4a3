#pragma once

#include <functional>

#include "course/stage/lesson_text.h"

namespace stage {

/// What every lesson's program does: reads its arguments, plays the steps, and
/// returns the program's exit status.
int run_lesson(const std::function<Lesson()>& make, int argc, char** argv);
int run_lesson(const LessonFiles& files, const StepCodes& codes, int argc,
               char** argv);

}  // namespace stage
