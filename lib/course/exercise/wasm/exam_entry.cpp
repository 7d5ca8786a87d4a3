// Goes into every compiled check: where the page's program finds it.

#include "course/exercise/exam.h"
#include "course/exercise/program.h"

extern "C" const exercise::Exam* horloge_exam();
extern "C" const exercise::Exam* horloge_exam() {
  static const exercise::Exam exam =
      exercise::make_exam(check, wrong_answers());
  return &exam;
}
