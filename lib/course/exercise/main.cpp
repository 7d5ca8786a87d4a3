// The program of one exercise's check. Its folder gives answer.h, check.cpp and
// mistakes.txt.

#include "course/exercise/exam.h"
#include "course/exercise/program.h"

int main(int argc, char** argv) {
  return exercise::run_exam(argc, argv,
                            exercise::make_exam(check, wrong_answers()));
}
