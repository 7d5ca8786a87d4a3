#include "stage/player.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <string>

#include "stage/markdown.h"

namespace stage {
namespace {

void show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
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

class Player {
 public:
  Player(const Lesson& lesson, const Terminal& terminal, std::uint64_t seed)
      : lesson_(lesson), terminal_(terminal), seed_(seed) {}

  void show_title() const {
    show("\n" + styled(terminal_, Style::heading, lesson_.title) + "\n\n");
  }

  void show_step(std::size_t index) {
    const Step& step = lesson_.steps[index];
    show(styled(terminal_, Style::heading,
                fmt::format("{}/{}  {}", index + 1, lesson_.steps.size(),
                            step.title)) +
         "\n\n" + render_markdown(step.before, terminal_) + "\n");
    if (step.run) {
      show(framed_code(step, terminal_));
      if (const auto known = printed_.find(index); known != printed_.end()) {
        show(known->second);
      } else {
        Page page(terminal_, seed_);
        step.run(page);
        printed_[index] = page.printed();
      }
      show("\n");
      if (step.after.find_first_not_of(" \n") != std::string::npos)
        show(render_markdown(step.after, terminal_) + "\n");
    }
  }

 private:
  const Lesson& lesson_;
  const Terminal& terminal_;
  std::uint64_t seed_;
  std::map<std::size_t, std::string> printed_;
};

}  // namespace

void play_all(const Lesson& lesson, const Terminal& terminal,
              std::uint64_t seed, const OnStep& on_step) {
  Player player(lesson, terminal, seed);
  player.show_title();
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    player.show_step(i);
    on_step(i + 1);
  }
}

void play_step(const Lesson& lesson, std::size_t number,
               const Terminal& terminal, std::uint64_t seed) {
  Player(lesson, terminal, seed).show_step(number - 1);
}

void play_interactively(const Lesson& lesson, std::size_t first,
                        const Terminal& terminal, std::uint64_t seed,
                        const OnStep& on_step) {
  Player player(lesson, terminal, seed);
  player.show_title();
  const std::size_t count = lesson.steps.size();
  std::size_t at = first - 1;
  bool fresh = true;
  while (true) {
    if (fresh) {
      player.show_step(at);
      on_step(at + 1);
    }
    fresh = false;
    const std::string keys = at + 1 < count ? "Enter: on   b: back   q: quit"
                                            : "Enter: end   b: back";
    show(styled(terminal, Style::dim, keys + " > "));
    std::string answer;
    const bool answered = static_cast<bool>(std::getline(std::cin, answer));
    stop_if_interrupted();
    if (!answered) break;
    if (answer == "q") break;
    if (answer.empty()) {
      if (at + 1 == count) break;
      ++at;
    } else if (answer == "b") {
      at = at == 0 ? 0 : at - 1;
    } else if (answer.find_first_not_of("0123456789") == std::string::npos &&
               answer.size() < 4 && std::stoul(answer) >= 1 &&
               std::stoul(answer) <= count) {
      at = std::stoul(answer) - 1;
    } else {
      show(
          fmt::format("Press Enter to go on, b to go back, q to quit, or type "
                      "a step, 1 to {}.\n",
                      count));
      continue;
    }
    fresh = true;
    show("\n");
  }
}

}  // namespace stage
