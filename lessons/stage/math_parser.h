#pragma once

#include <string_view>

#include "stage/math_box.h"

namespace stage {

/// Reads a formula in LaTeX. With `tall`, matrices and cases have a line a row;
/// without, all is one line.
MathBox parse_math(std::string_view latex, bool tall);

}  // namespace stage
