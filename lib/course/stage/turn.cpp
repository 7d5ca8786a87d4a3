#include "course/stage/turn.h"

#include <fmt/format.h>

#include "course/stage/keyboard.h"

namespace stage {
namespace {

constexpr std::size_t most_digits = 3;

bool is_digit(char key) { return key >= '0' && key <= '9'; }

}  // namespace

std::optional<Turn> KeyReader::press(char key) {
  needs_help_ = wants_list_ = wants_model_ = false;
  if (!number_.empty() || is_digit(key)) return press_within_number(key);
  for (const PageKey& special : keys_)
    if (special.key == key) return Turn{special.to, 0};
  switch (key) {
    case '\n':
    case ' ':
    case 'n':
    case Keyboard::forward:
      return Turn{Turn::To::on, 0};
    case 'b':
    case Keyboard::backward:
      return Turn{Turn::To::back, 0};
    case 'q':
    case Keyboard::end:
      return Turn{Turn::To::quit, 0};
    case 'l':
      wants_list_ = true;
      return {};
    case 'm':
      wants_model_ = true;
      return {};
    default:
      needs_help_ = true;
      return {};
  }
}

std::optional<Turn> KeyReader::press_within_number(char key) {
  if (is_digit(key)) {
    if (number_.size() < most_digits) number_ += key;
  } else if (key == Keyboard::backspace) {
    number_.pop_back();
  } else if (key == Keyboard::end) {
    return Turn{Turn::To::quit, 0};
  } else {
    const std::size_t step = std::stoul(number_);
    number_.clear();
    needs_help_ = key == '\n' && (step < 1 || step > steps_);
    if (key == '\n' && !needs_help_) return Turn{Turn::To::step, step};
  }
  return {};
}

std::string help_with_keys(std::size_t steps, const PageKeys& keys) {
  std::string special;
  for (const PageKey& key : keys)
    special += fmt::format("{:<21}{}\n", key.key, key.help);
  return fmt::format(
      "Enter, space, n, →   next page or step\n"
      "b, ←                 previous step\n"
      "{:<21}{}\n"
      "l                    list the steps\n"
      "m                    this step in the model\n"
      "{}"
      "q, Ctrl-D, Ctrl-C    leave the lesson\n"
      "Ctrl-C at work       end it; twice, the lesson\n",
      steps == 0 ? "a number, Enter" : fmt::format("1 to {}, Enter", steps),
      steps == 0 ? "your guess" : "go to that step", special);
}

}  // namespace stage
