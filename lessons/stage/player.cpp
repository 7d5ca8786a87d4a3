#include "stage/player.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "stage/markdown.h"

namespace stage {
namespace {

void show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

// Reading goes on after Ctrl-C, so wait first, and look for it now and then: it
// may come just before the waiting begins.
void wait_for_input() {
  constexpr int milliseconds = 100;
  pollfd source{STDIN_FILENO, POLLIN, 0};
  while (!interrupted() && poll(&source, 1, milliseconds) <= 0) {
  }
}

std::string framed_code(const Step& step, const Terminal& terminal) {
  std::string out = styled(terminal, Style::dim, "--- " + step.file) + "\n";
  std::size_t begin = 0;
  while (begin < step.code.size()) {
    const std::size_t end = step.code.find('\n', begin);
    out += styled(terminal, Style::code, step.code.substr(begin, end - begin)) +
           "\n";
    begin = end + 1;
  }
  return out + styled(terminal, Style::dim, "--- prints") + "\n";
}

// Asks at the end of the window. The question is erased when it is answered:
// the text reads on without it.
class Questions {
 public:
  Questions(const Terminal& terminal, std::size_t steps)
      : terminal_(terminal), steps_(steps) {}

  Turn ask(const std::string& words) const {
    while (true) {
      show(styled(terminal_, Style::dim, words + "   b: back   q: quit > "));
      wait_for_input();
      stop_if_interrupted();
      std::string answer;
      const bool answered = static_cast<bool>(std::getline(std::cin, answer));
      stop_if_interrupted();
      if (!answered) return {Turn::To::quit, 0};
      const auto turn = parse_turn(answer, steps_);
      if (terminal_.moves) show("\x1b[1A\x1b[2K\r");
      if (turn) return *turn;
      show(
          fmt::format("Press Enter to go on, b to go back, q to quit, or type "
                      "a step, 1 to {}.\n",
                      steps_));
    }
  }

 private:
  const Terminal& terminal_;
  std::size_t steps_;
};

class Player {
 public:
  Player(const Lesson& lesson, const Terminal& terminal, std::uint64_t seed,
         Pager pager)
      : lesson_(lesson),
        terminal_(terminal),
        seed_(seed),
        pager_(std::move(pager)) {}

  void show_title() {
    pager_.show("\n" + styled(terminal_, Style::heading, lesson_.title) +
                "\n\n");
  }

  void show_step(std::size_t index) {
    const Step& step = lesson_.steps[index];
    pager_.show(styled(terminal_, Style::heading,
                       fmt::format("{}/{}  {}", index + 1, lesson_.steps.size(),
                                   step.title)) +
                "\n\n" + render_markdown(step.before, terminal_) + "\n");
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

  void start_page() { pager_.start_page(); }

 private:
  void run(std::size_t index) {
    pager_.ask("Enter: run");
    Page page(terminal_, seed_, &pager_);
    lesson_.steps[index].run(page);
    printed_[index] = page.pieces();
  }

  void show_again(std::size_t index) {
    for (const Page::Piece& piece : printed_[index])
      piece.is_figure ? pager_.show_together(piece.text)
                      : pager_.show(piece.text);
  }

  const Lesson& lesson_;
  const Terminal& terminal_;
  std::uint64_t seed_;
  Pager pager_;
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
}

void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, std::uint64_t seed) {
  Player(lesson, terminal, seed, Pager(show)).show_step(number - 1);
}

void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& terminal, std::uint64_t seed,
                        const OnStep& on_step) {
  const std::size_t count = lesson.steps.size();
  const Questions questions(terminal, count);
  const auto ask = [&](const std::string& words) {
    return questions.ask(words);
  };
  Player player(lesson, terminal, seed, Pager(terminal, show, ask));
  player.show_title();
  for (std::size_t at = first - 1; at < count;) {
    Turn turn;
    try {
      player.show_step(at);
      on_step(at + 1);
      turn = ask(at + 1 < count ? "Enter: on" : "Enter: end");
    } catch (const LeaveStep& leave) {
      turn = leave.turn;
      // Half a step was seen: that is where to go on, but the lesson's last
      // step is not done with.
      if (at + 1 < count) on_step(at + 1);
    }
    if (turn.to == Turn::To::quit) break;
    if (turn.to == Turn::To::on) ++at;
    if (turn.to == Turn::To::back && at > 0) --at;
    if (turn.to == Turn::To::step) at = turn.step - 1;
    show("\n");
    player.start_page();
  }
}

}  // namespace stage
