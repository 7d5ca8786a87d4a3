#pragma once

#include <string>
#include <string_view>

#include "course/stage/lesson_text.h"

namespace stage {

/// Where a function is defined in a C++ source text, from the first character
/// of its type to its last brace. Empty unless there is one such definition,
/// outside of all namespaces and classes.
std::string_view find_function(std::string_view source, std::string_view name);

/// A function that the learner's own takes the place of.
struct Replacement {
  std::string name;
  std::string file;    ///< as the learner knows it
  std::string source;  ///< its text
};

/// Shows the learner's lines in every step that shows the lesson's own. Where
/// either cannot be found the step stays as it is.
void show_replacement(Lesson& lesson, const Replacement& replacement);

}  // namespace stage
