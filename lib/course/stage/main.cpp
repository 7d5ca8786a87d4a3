// The program of a lesson: its folder gives the texts and the steps, the rest
// is the same for all.

#include "course/stage/program.h"

namespace stage {
LessonFiles lesson_files();  // made by the build from the lesson's folder
StepCodes lesson_steps();    // written in the lesson's folder
}  // namespace stage

int main(int argc, char** argv) {
  return stage::run_lesson(stage::lesson_files(), stage::lesson_steps(), argc,
                           argv);
}
