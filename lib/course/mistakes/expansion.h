#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mistakes {

/// What an exercise's answer.h, task.cpp and mistakes.txt make together.
struct Expansion {
  std::string answer;    ///< a header with `Answer` and your_answer()
  std::string mistakes;  ///< a header that defines wrong_answers(): each known
                         ///< mistake is a solution in a namespace of its own
  std::vector<std::string> right;  ///< each other right answer, a whole file
};

/// Throws a std::runtime_error "FILE:LINE: what is wrong".
Expansion expand(const std::filesystem::path& folder);

}  // namespace mistakes
