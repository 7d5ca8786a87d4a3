#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "course/stage/math_box.h"

namespace stage {

/// A formula in LaTeX as a line of plain text: `\frac{a}{b}` becomes a / b,
/// with brackets where they are needed. Commands that are not known lose their
/// backslash; nothing is an error. Indices are small, as in sᵢ, but those of
/// the names in `plain`, and those of a formula in which one cannot be.
std::string math_text(std::string_view latex, const MathNames& plain = {});

/// A formula that stands by itself: matrices have their rows below each other.
/// Lines wider than `width` are broken before an operator, if that is possible.
std::vector<std::string> math_lines(std::string_view latex, std::size_t width,
                                    const MathNames& plain = {});

}  // namespace stage
