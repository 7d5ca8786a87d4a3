// The program of a lesson: its folder gives the texts and the steps, the rest
// is the same for all.

#include "course/stage/program.h"
#include "course/stage/this_lesson.h"

int main(int argc, char** argv) {
  return stage::run_lesson(stage::lesson_files(), stage::lesson_steps(), argc,
                           argv);
}
