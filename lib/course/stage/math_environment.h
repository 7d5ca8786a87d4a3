#pragma once

#include <string>
#include <vector>

#include "course/stage/math_box.h"

namespace stage {

using MathCells = std::vector<std::vector<std::string>>;

/// What \begin{name} ... \end{name} holds: a matrix in its brackets, cases
/// behind a brace, or lines aligned. `tall`: a line a row, else [a b; c d].
MathBox environment(const std::string& name, MathCells cells, bool tall);

}  // namespace stage
