#pragma once

#include <string_view>

#include "course/stage/math_box.h"

namespace stage {

/// Reads a formula in LaTeX. With `tall`, matrices and cases have a line a row;
/// without, all is one line. The indices of the names in `plain` are not
/// written in small characters.
MathBox parse_math(std::string_view latex, bool tall, const MathNames& plain);

/// If there are no small characters for an index in this formula: all names in
/// it that have indices.
MathNames plain_indices(std::string_view latex);

}  // namespace stage
