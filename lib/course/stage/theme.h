#pragma once

#include <string_view>

#include "course/stage/terminal.h"

namespace stage {

/// HORLOGE_THEME if it is dark or light. Else what the terminal answers when it
/// is asked for its background, within a moment and only while a Keyboard
/// lives; else what COLORFGBG says; else either.
Theme find_theme(const Terminal& terminal, bool ask);

/// What "\x1b]11;rgb:ffff/ffff/ffff\a", an answer of a terminal, says.
Theme theme_in_answer(std::string_view answer);

/// What "15;0" says: the colours of text and background, by their numbers.
Theme theme_of_colours(std::string_view colorfgbg);

}  // namespace stage
