// What the worker calls: a request in, an answer out, both texts of JSON.

#include <string>

#include "course/live/answer.h"

namespace live {
Questions all_questions();
}

/// The answer stays where it is until the next call.
extern "C" const char* horloge_answer(const char* request) {
  static const live::Questions questions = live::all_questions();
  static std::string answer;
  answer = live::answer(questions, request);
  return answer.c_str();
}
