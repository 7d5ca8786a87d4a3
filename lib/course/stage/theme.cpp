#include "course/stage/theme.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "course/content/lines.h"

namespace stage {
namespace {

// For its background, and for what it is: every terminal answers that, so that
// one which does not know the first question need not be waited for.
std::string ask_terminal() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds moment{150};
  show("\x1b]11;?\a\x1b[c");
  std::string answer;
  pollfd source{STDIN_FILENO, POLLIN, 0};
  const auto end = Clock::now() + moment;
  while (answer.size() < 200) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - Clock::now());
    char key = 0;
    // A negative time would be without end.
    const int wait = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    if (poll(&source, 1, wait) <= 0) break;
    if (read(STDIN_FILENO, &key, 1) != 1) break;
    answer += key;
    const std::size_t last = answer.rfind("\x1b[?");
    if (key == 'c' && last != std::string::npos) break;
  }
  return answer;
}

std::string setting(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Of "ffff" or "ff": between 0 and 1.
double share_of(std::string_view hex) {
  const std::string digits(hex);
  const double most = static_cast<double>((1UL << (4 * digits.size())) - 1);
  return static_cast<double>(std::strtoul(digits.c_str(), nullptr, 16)) / most;
}

}  // namespace

Theme theme_in_answer(std::string_view answer) {
  constexpr std::string_view begin = "]11;rgb:";
  constexpr std::string_view hex = "0123456789abcdefABCDEF";
  std::size_t at = answer.find(begin);
  if (at == std::string_view::npos) return Theme::either;
  at += begin.size();
  double light = 0;
  for (const double weight : {0.299, 0.587, 0.114}) {
    const std::size_t end =
        std::min(answer.find_first_not_of(hex, at), answer.size());
    if (end == at || end > at + 4) return Theme::either;
    light += weight * share_of(answer.substr(at, end - at));
    at = std::min(end + 1, answer.size());
  }
  return light > 0.5 ? Theme::light : Theme::dark;
}

Theme theme_of_colours(std::string_view colorfgbg) {
  const std::string last(colorfgbg.substr(colorfgbg.rfind(';') + 1));
  char* end = nullptr;
  const long background = std::strtol(last.c_str(), &end, 10);
  if (last.empty() || *end != '\0' || background < 0 || background > 15)
    return Theme::either;
  constexpr long white = 7, grey = 8;
  return background == white || background > grey ? Theme::light : Theme::dark;
}

Theme find_theme(const Terminal& terminal, bool ask) {
  const std::string wanted = setting("HORLOGE_THEME");
  if (wanted == "dark") return Theme::dark;
  if (wanted == "light") return Theme::light;
  if (!terminal.colour) return Theme::either;
  const bool knows_questions = !content::begins_with(setting("TERM"), "linux");
  const Theme answered =
      ask && knows_questions ? theme_in_answer(ask_terminal()) : Theme::either;
  return answered == Theme::either ? theme_of_colours(setting("COLORFGBG"))
                                   : answered;
}

}  // namespace stage
