#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "course/stage/lesson.h"

namespace stage {

/// Called with the number of a step, from 1, when it has been shown.
using OnStep = std::function<void(std::size_t)>;

/// Shows every step, one after the other.
void play_all(const Lesson& lesson, const Terminal& terminal,
              std::uint64_t seed, const OnStep& on_step);

/// Shows one step, counted from 1.
void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, std::uint64_t seed);

/// Steps through the lesson, key by key: see help_with_keys.
void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& terminal, std::uint64_t seed,
                        const OnStep& on_step);

}  // namespace stage
