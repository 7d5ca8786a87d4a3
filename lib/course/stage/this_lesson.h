#pragma once

// What a program or a library of one lesson is made of; each of them has its
// own.

#include "course/stage/lesson_text.h"

namespace stage {

/// Made by the build from the lesson's folder.
LessonFiles lesson_files();
/// The same: the functions below `// Step: name` in its .cpp files.
StepCodes lesson_steps();

}  // namespace stage
