#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "course/stage/guess.h"
#include "course/stage/keyboard.h"
#include "course/stage/lesson_text.h"
#include "course/stage/terminal.h"
#include "course/stage/turn.h"

namespace stage {

/// Asks at the end of a page, in a line that is gone when it has its answer.
class Questions {
 public:
  explicit Questions(const Lesson& lesson) : lesson_(lesson) {
    keyboard_.emplace();
  }

  /// `step` counts from 1. Ctrl-C is a way to quit. Throws Interrupted if the
  /// program is asked to end.
  Turn ask(const Terminal& terminal, std::size_t step, const std::string& words,
           const PageKeys& keys);

  /// The same, and asks for a guess.
  Turn ask(const Terminal& terminal, std::size_t step, Guess& guess,
           const PageKeys& keys);

  /// Whether a key was pressed while nobody asked.
  bool was_pressed(char key) { return keyboard_->was_pressed(key); }
  /// Drops keys typed while no question was open.
  void forget_keys() { keyboard_->forget(); }
  /// After Ctrl-C, which gave the terminal back.
  void go_on();

 private:
  char wait_for_key();
  std::string asked_for(const KeyReader& answer, const std::string& help,
                        const Terminal& terminal, std::size_t step) const;

  const Lesson& lesson_;
  std::optional<Keyboard> keyboard_;
};

/// The line that asks: as many keys as fit into it, those of this page first.
std::string question(std::size_t columns, const std::string& place,
                     const std::string& words, const PageKeys& keys);

/// The steps around one, a line each, no more than `rows`.
std::string list_of_steps(const Lesson& lesson, std::size_t step,
                          const Terminal& terminal, std::size_t rows);

}  // namespace stage
