#pragma once

#include <cstddef>
#include <cstdint>

#include "stage/lesson.h"

namespace stage {

/// Shows every step, one after the other.
void play_all(const Lesson& lesson, const Terminal& terminal,
              std::uint64_t seed);

/// Shows one step, counted from 1.
void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, std::uint64_t seed);

/// Steps through the lesson: Enter goes on, b goes back, a number jumps, q or
/// the end of input ends it.
void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& terminal, std::uint64_t seed);

}  // namespace stage
