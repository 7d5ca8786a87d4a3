// Compiled into the library of the notebooks' cells: makes them known by name,
// as stage/this_lesson.cpp does with the steps of a lesson.

#include "course/stage/this_lesson.h"

namespace stage {

extern "C" void make_this_lesson(Lesson& lesson);
void make_this_lesson(Lesson& lesson) {
  for (const StepCode& code : lesson_steps()) {
    lesson.steps.emplace_back();
    lesson.steps.back().name = code.name;
    lesson.steps.back().run = code.run;
  }
}

}  // namespace stage
