#pragma once

#include <cstdint>
#include <string>

#include "course/stage/lesson_text.h"

namespace stage {

/// A lesson as JSON, with what each step prints: what pages are made of.
///   {"title", "subject", "steps": [{"title", "aside", "before", "prediction",
///    "file", "name", "code", "pieces", "tables", "came_out", "shows",
///    "after"}]}
/// A piece is {"text"}, or {"figure", "text"}, the text as it is drawn in 80
/// columns; "tables" are the numbers behind what is printed; `shows` is the
/// number of the step, from 1, that asked for what came out here. Members that
/// are empty are left out. Stored results stand for long work. Throws what the
/// steps throw.
std::string recording_of(const Lesson& lesson, std::uint64_t seed);

}  // namespace stage
