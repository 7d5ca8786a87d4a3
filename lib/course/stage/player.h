#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "course/stage/guesses.h"
#include "course/stage/lesson_text.h"

namespace stage {

struct PlayOptions {
  std::uint64_t seed = 0;
  bool stored = false;  ///< stored results instead of long work
  /// Called with the number of a step, from 1, when it has been shown.
  std::function<void(std::size_t)> on_step = [](std::size_t) {};
  /// Called with what a step printed that did long work.
  std::function<void(const Step&, const std::string&)> on_result;
  Guesses guesses;  ///< of the learner, so far
  /// Called with all of them when one has changed.
  std::function<void(const Guesses&)> on_guess;
};

/// Shows every step, one after the other, and what was folded.
void play_all(const Lesson& lesson, const Terminal& terminal,
              const PlayOptions& options);

/// Shows one step, counted from 1.
void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, const PlayOptions& options);

/// How many windows a step fills: with its text and code, until it is run, and
/// with what it prints and the text that follows.
struct StepWindows {
  std::size_t before = 0;
  std::size_t after = 0;  ///< 0 if nothing is run
};

/// Goes through the whole lesson as somebody would who presses Enter only, and
/// counts. Stored results stand for long work.
std::vector<StepWindows> count_windows(const Lesson& lesson,
                                       const Terminal& terminal,
                                       const PlayOptions& options);

/// Steps through the lesson, key by key: see help_with_keys.
void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& terminal, const PlayOptions& options);

}  // namespace stage
