// Goes into every compiled answer: where the check finds it.

#include "your_answer.h"

extern "C" const void* horloge_exercise_answer();
extern "C" const void* horloge_exercise_answer() {
  static const Answer answer = your_answer();
  return &answer;
}
