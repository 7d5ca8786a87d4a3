// Answers requests as a page's worker does, natively: one a line on standard
// input, its answer a line on standard output.
//   echo '{"ask": "sinusoidal.table", "with": {…}}' | build/release/bin/live

#include <iostream>
#include <string>

#include "course/live/answer.h"
#include "live/all_questions.h"

int main() {
  const live::Questions questions = live::all_questions();
  for (std::string request; std::getline(std::cin, request);)
    if (!request.empty())
      std::cout << live::answer(questions, request) << std::endl;
}
