// The words of a verdict, natively: a request a line from standard input, an answer a line; see
// course/runner/verdict_json.h.

#include <iostream>
#include <string>

#include "course/runner/verdict_json.h"

int main() {
  for (std::string request; std::getline(std::cin, request);)
    std::cout << runner::verdict_json(request) << std::endl;
}
