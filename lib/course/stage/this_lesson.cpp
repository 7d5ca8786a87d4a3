// Compiled into the library of each lesson: makes it under a name by which a
// program that opens several of them asks for it.

#include "course/stage/this_lesson.h"

namespace stage {

extern "C" void make_this_lesson(Lesson& lesson);
void make_this_lesson(Lesson& lesson) {
  lesson = make_lesson(lesson_files(), lesson_steps());
}

}  // namespace stage
