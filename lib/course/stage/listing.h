#pragma once

#include <string>

#include "course/stage/lesson_text.h"
#include "course/stage/terminal.h"

namespace stage {

/// A title, broken where the window is narrower; ends without a newline.
std::string heading(const std::string& title, const Terminal& terminal);

/// The code of a step between the name of its file and what it prints. Open, it
/// also has what is folded.
std::string listing(const Step& step, const Terminal& terminal, bool open);

/// What the listings of all steps left out, under a heading; empty if nothing.
std::string all_folds(const Lesson& lesson, const Terminal& terminal);

}  // namespace stage
