#include "course/stage/questions.h"

#include <fmt/format.h>

#include <algorithm>

#include "course/stage/long_work.h"
#include "course/stage/step_in_model.h"
#include "horloge/text/width.h"

namespace stage {
namespace {

// A text at the end of the window that is erased when it has had its answer:
// what is read goes on without it.
class Note {
 public:
  Note(const Terminal& terminal, const std::string& text)
      : terminal_(terminal),
        lines_(std::count(text.begin(), text.end(), '\n')) {
    show(styled(terminal, Style::dim, text));
  }
  ~Note() {
    std::string erase = lines_ > 0 ? fmt::format("\x1b[{}A", lines_) : "";
    erase += "\r\x1b[J";
    show(terminal_.moves ? erase : "\n");
  }
  Note(const Note&) = delete;
  Note& operator=(const Note&) = delete;

 private:
  const Terminal& terminal_;
  std::ptrdiff_t lines_;
};

}  // namespace

Turn Questions::ask(const Terminal& terminal, std::size_t step,
                    const std::string& words, const PageKeys& keys) {
  const std::size_t steps = lesson_.steps.size();
  KeyReader answer(steps, keys);
  while (true) {
    const std::string above =
        asked_for(answer, help_with_keys(steps, keys), terminal, step);
    const std::string line =
        answer.number().empty()
            ? question(terminal.columns, fmt::format("{}/{}", step, steps),
                       words, keys)
            : "Enter: go   Esc: stay   step: " + answer.number();
    const Note note(terminal, above + line);
    const char key = wait_for_key();
    if (key == Keyboard::redraw) return {Turn::To::redraw, 0};
    if (const auto turn = answer.press(key)) return *turn;
  }
}

Turn Questions::ask(const Terminal& terminal, std::size_t step, Guess& guess,
                    const PageKeys& keys) {
  const std::size_t steps = lesson_.steps.size();
  KeyReader answer(steps, keys);
  while (true) {
    const std::string line =
        guess.is_begun()
            ? horloge::cut_to_width(guess.words() + "   Esc: none",
                                    terminal.columns - 1)
            : question(terminal.columns, fmt::format("{}/{}", step, steps),
                       guess.words() + "?   Enter: skip", keys);
    const std::string above =
        asked_for(answer, help_with_keys(0, keys), terminal, step);
    const Note note(terminal, above + guess.above(terminal.columns) + line);
    const char key = wait_for_key();
    if (key == Keyboard::redraw) return {Turn::To::redraw, 0};
    if (!guess.press(key)) {
      if (const auto turn = answer.press(key)) return *turn;
    } else if (guess.outcome()) {
      return {Turn::To::on, 0};
    }
  }
}

// What the last key asked to see above the line that asks.
std::string Questions::asked_for(const KeyReader& answer,
                                 const std::string& help,
                                 const Terminal& terminal,
                                 std::size_t step) const {
  const std::size_t rows = terminal.rows - 1;
  if (answer.needs_help()) return help;
  if (answer.wants_list()) return list_of_steps(lesson_, step, terminal, rows);
  if (answer.wants_model())
    return step_in_model(lesson_, step, terminal.columns, rows);
  return "";
}

void Questions::go_on() {
  keyboard_.reset();
  forget_interrupt();
  keyboard_.emplace();
  forget_keys();
}

// Ctrl-C may come just before the waiting begins, so look for it now and then.
char Questions::wait_for_key() {
  constexpr int milliseconds = 100;
  while (true) {
    if (is_to_end()) throw Interrupted{};
    if (interrupted()) return Keyboard::end;
    if (const char key = keyboard_->wait(milliseconds); key != 0) return key;
  }
}

std::string question(std::size_t columns, const std::string& place,
                     const std::string& words, const PageKeys& keys) {
  std::string special;
  for (const PageKey& key : keys) special += "   " + key.words;
  const std::string back = "   b: back", quit = "   q: quit";
  const std::string first = place + "   " + words;
  for (const std::string& line :
       {first + special + back + quit + "   ?: help",
        first + special + back + "   ?: help", first + special + "   ?: help",
        first + special + "   ?", first + "   ?: help", first + "   ?", words})
    if (display_width(line) < columns) return line;
  return "?";
}

std::string list_of_steps(const Lesson& lesson, std::size_t step,
                          const Terminal& terminal, std::size_t rows) {
  const std::size_t count = lesson.steps.size();
  const std::size_t shown = std::min(std::max<std::size_t>(rows, 1), count);
  const std::size_t before = std::min(step - 1, shown / 2);
  const std::size_t first = std::min(step - 1 - before, count - shown);
  std::string text;
  for (std::size_t i = first; i < first + shown; ++i)
    text += horloge::cut_to_width(
                fmt::format("{} {:>3}  {}", i + 1 == step ? '>' : ' ', i + 1,
                            lesson.steps[i].full_title()),
                terminal.columns - 1) +
            "\n";
  return text;
}

}  // namespace stage
