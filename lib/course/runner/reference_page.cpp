#include "course/runner/reference_page.h"

#include "course/stage/keyboard.h"
#include "course/stage/markdown.h"
#include "course/stage/pager.h"
#include "horloge/core/interrupt.h"

namespace runner {
namespace {

// The end of a page: a key goes on, or ends it.
stage::Turn ask_at_the_end_of_a_page(const stage::Terminal& terminal,
                                     const std::string& words) {
  constexpr int a_while = 100;  // milliseconds
  const horloge::InterruptGuard guard;
  stage::Keyboard keyboard;
  stage::show(stage::styled(terminal, stage::Style::dim, words + "   q: quit"));
  stage::Turn turn{stage::Turn::To::quit, 0};
  while (!guard.interrupted()) {
    const char key = keyboard.wait(a_while);
    if (key == 'q' || key == stage::Keyboard::end) break;
    if (key != '\n' && key != ' ' && key != 'n' &&
        key != stage::Keyboard::forward)
      continue;
    turn.to = stage::Turn::To::on;
    break;
  }
  stage::show(terminal.moves ? "\r\x1b[K" : "\n");
  return turn;
}

}  // namespace

void show_in_windows(const stage::Terminal& terminal,
                     const std::vector<std::function<std::string()>>& texts) {
  if (!terminal.interactive) {
    for (const auto& text : texts) stage::show(text());
    return;
  }
  stage::Pager pager(terminal, stage::show, [&](const std::string& words) {
    return ask_at_the_end_of_a_page(terminal, words);
  });
  try {
    for (const auto& text : texts) pager.show(text());
    pager.finish();
  } catch (const stage::LeaveStep&) {  // read enough
  }
}

void show_numpy_to_xtensor(const Session& session) {
  show_in_windows(
      session.terminal, {[&] {
        return stage::render_markdown(
            read_text(session.course.root / "lessons/numpy_to_xtensor.md"),
            session.terminal);
      }});
}

}  // namespace runner
