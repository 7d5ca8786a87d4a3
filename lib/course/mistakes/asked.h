#pragma once

#include <string>
#include <vector>

namespace mistakes {

/// The names of the functions that an answer.h declares, in its order: those
/// that the exercise asks for. Throws a std::runtime_error if there are none.
std::vector<std::string> asked_functions(const std::string& header);

/// "{one, other}": an Answer of those that stand where this does.
std::string answer_of(const std::vector<std::string>& functions);

/// A header with `struct Answer`, a pointer to each of the functions under its
/// own name, and `your_answer()`, which points to the learner's.
std::string answer_header(const std::vector<std::string>& functions);

}  // namespace mistakes
