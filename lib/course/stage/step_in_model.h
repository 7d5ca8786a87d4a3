#pragma once

#include <cstddef>
#include <string>

#include "course/stage/lesson_text.h"

namespace stage {

/// The parts of a model from its head down to the token ids, a line each, with
/// a mark at those that the step is about; these alone in one line where there
/// are fewer `rows`.
std::string step_in_model(const Lesson& lesson, std::size_t step,
                          std::size_t columns, std::size_t rows);

}  // namespace stage
