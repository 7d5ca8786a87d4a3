#include "course/stage/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "course/stage/fold.h"
#include "course/stage/keyboard.h"
#include "course/stage/lines.h"
#include "course/stage/markdown.h"
#include "course/stage/narrow.h"

namespace stage {
namespace {

std::string heading(const std::string& title, const Terminal& terminal) {
  std::string text = fit_printed(title, terminal.columns);
  text.erase(text.find_last_not_of('\n') + 1);
  return styled(terminal, Style::heading, text);
}

std::string coloured(const std::string& code, Style style,
                     const Terminal& terminal) {
  std::string out;
  for (const std::string& line : lines_of(fit_code(code, terminal.columns)))
    out += styled(terminal, style, line) + "\n";
  return out;
}

std::string framed_code(const Step& step, const Terminal& terminal) {
  std::string out = styled(terminal, Style::dim, "--- " + step.file) + "\n";
  for (const CodePart& part : code_parts(step.code))
    out += part.fold.empty() ? coloured(part.text, Style::code, terminal)
                             : coloured(fold_line(part), Style::dim, terminal);
  return out + styled(terminal, Style::dim, "--- prints") + "\n";
}

// What the listings of a lesson left out.
std::string all_folds(const Lesson& lesson, const Terminal& terminal) {
  std::string out;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const Step& step = lesson.steps[i];
    for (const CodePart& part : code_parts(step.code))
      if (!part.fold.empty())
        out += styled(terminal, Style::dim,
                      fmt::format("--- {}, step {}: {}", step.file, i + 1,
                                  part.fold)) +
               "\n" + coloured(part.text, Style::code, terminal) + "\n";
  }
  if (out.empty()) return out;
  return heading("The folded code", terminal) + "\n\n" + out;
}

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

// Asks at the end of a page.
class Questions {
 public:
  explicit Questions(std::size_t steps) : steps_(steps) {}

  /// `step` counts from 1.
  Turn ask(const Terminal& terminal, std::size_t step,
           const std::string& words) {
    Answer answer(steps_);
    while (true) {
      const std::string help =
          answer.needs_help() ? help_with_keys(steps_) : "";
      const Note note(terminal,
                      help + question(terminal, step, words, answer.number()));
      const char key = wait_for_key();
      if (key == Keyboard::redraw) continue;
      if (const auto turn = answer.press(key)) return *turn;
    }
  }

  /// Whoever presses a key while nothing happens does not mean what comes next.
  void forget_keys() { keyboard_.forget(); }

 private:
  // Ctrl-C may come just before the waiting begins, so look for it now and
  // then.
  char wait_for_key() {
    constexpr int milliseconds = 100;
    while (true) {
      stop_if_interrupted();
      if (const char key = keyboard_.wait(milliseconds); key != 0) return key;
    }
  }

  // The longest that fits on one line.
  std::string question(const Terminal& terminal, std::size_t step,
                       const std::string& words,
                       const std::string& number) const {
    if (!number.empty()) return "Enter: go   Esc: stay   step: " + number;
    const std::string place = fmt::format("{}/{}   ", step, steps_);
    const std::string keys = words + "   b: back   q: quit";
    for (const std::string& line :
         {place + keys + "   ?: help", place + keys, keys})
      if (line.size() < terminal.columns) return line;
    return "?";
  }

  std::size_t steps_;
  Keyboard keyboard_;
};

class Player {
 public:
  Player(
      const Lesson& lesson, const Terminal& terminal, std::uint64_t seed,
      Pager pager, std::function<void()> after_long_work = [] {})
      : lesson_(lesson),
        terminal_(terminal),
        seed_(seed),
        pager_(std::move(pager)),
        after_long_work_(std::move(after_long_work)) {}

  /// The learner has answered; the window may have another size by now.
  void start_page(const Terminal& terminal) {
    terminal_ = terminal;
    pager_.start_page(terminal);
  }

  void show_title() {
    pager_.show("\n" + heading(lesson_.title, terminal_) + "\n\n");
  }

  void show_step(std::size_t index) {
    const Step& step = lesson_.steps[index];
    const std::string title =
        fmt::format("{}/{}  {}", index + 1, lesson_.steps.size(), step.title);
    pager_.show(heading(title, terminal_) + "\n\n" +
                render_markdown(step.before, terminal_) + "\n");
    if (!step.run) return;
    pager_.show_together(framed_code(step, terminal_));
    if (printed_.count(index) == 0)
      run(index);
    else
      show_again(index);
    pager_.show("\n");
    if (step.after.find_first_not_of(" \n") != std::string::npos)
      pager_.show(render_markdown(step.after, terminal_) + "\n");
  }

  void show_folds() { pager_.show(all_folds(lesson_, terminal_)); }
  void ask(const std::string& words) { pager_.ask(words); }
  void finish() { pager_.finish(); }

 private:
  void run(std::size_t index) {
    using Clock = std::chrono::steady_clock;
    pager_.ask("Enter: run");
    const auto start = Clock::now();
    Page page(terminal_, seed_, &pager_);
    try {
      lesson_.steps[index].run(page);
      page.finish();
    } catch (...) {
      page.finish();
      pager_.show_rest();
      throw;
    }
    printed_[index] = page.pieces();
    if (Clock::now() - start > std::chrono::seconds(1)) after_long_work_();
  }

  void show_again(std::size_t index) {
    for (const Page::Piece& piece : printed_[index])
      piece.is_figure ? pager_.show_together(piece.text)
                      : pager_.show(piece.text);
  }

  const Lesson& lesson_;
  Terminal terminal_;
  std::uint64_t seed_;
  Pager pager_;
  std::function<void()> after_long_work_;
  std::map<std::size_t, std::vector<Page::Piece>> printed_;
};

}  // namespace

void play_all(const Lesson& lesson, const Terminal& terminal,
              std::uint64_t seed, const OnStep& on_step) {
  Player player(lesson, terminal, seed, Pager(show));
  player.show_title();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    player.show_step(i);
    on_step(i + 1);
  }
  player.show_folds();
}

void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, std::uint64_t seed) {
  Player(lesson, terminal, seed, Pager(show)).show_step(number - 1);
}

void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& found, std::uint64_t seed,
                        const OnStep& on_step) {
  const std::size_t count = lesson.steps.size();
  Terminal terminal = found;
  std::size_t at = first - 1;
  Questions questions(count);
  const auto ask = [&](const std::string& words) {
    return questions.ask(terminal, at + 1, words);
  };
  Player player(lesson, terminal, seed, Pager(terminal, show, ask),
                [&] { questions.forget_keys(); });
  player.show_title();
  while (at < count) {
    // However this step is left, it is where to go on; the lesson's last one
    // is done with only when it has been seen.
    if (at + 1 < count) on_step(at + 1);
    Turn turn;
    try {
      player.show_step(at);
      player.finish();
      if (at + 1 == count) on_step(count);
      player.ask(at + 1 < count ? "Enter: on" : "Enter: end");
    } catch (const LeaveStep& leave) {
      turn = leave.turn;
    }
    if (turn.to == Turn::To::quit) break;
    if (turn.to == Turn::To::on) ++at;
    if (turn.to == Turn::To::back && at > 0) --at;
    if (turn.to == Turn::To::step) at = turn.step - 1;
    terminal = find_terminal();
    player.start_page(terminal);
    show("\n");
  }
}

}  // namespace stage
