#include "course/runner/lesson_readme.h"

#include "course/stage/lesson_text.h"
#include "course/stage/lines.h"

namespace runner {

LessonReadme read_readme(std::string_view text) {
  LessonReadme readme;
  bool in_code = false;
  for (const std::string& line : stage::lines_of(text)) {
    const bool fence = line.rfind("```", 0) == 0;
    if (fence) in_code = !in_code;
    if (!in_code && line.rfind("## ", 0) == 0) {
      readme.steps.push_back({line.substr(3), ""});
    } else if (!readme.steps.empty()) {
      readme.steps.back().text += line + "\n";
    } else if (!in_code && !fence) {
      if (line.rfind("# ", 0) == 0) readme.title = line.substr(2);
      if (readme.subject.empty()) readme.subject = stage::subject_of(line);
    }
  }
  return readme;
}

std::size_t LessonReadme::step_of(std::string_view wanted) const {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].title == wanted ||
        steps[i].title == "Aside: " + std::string(wanted))
      return i + 1;
  return 0;
}

std::string LessonReadme::what_asks(const std::string& exercise) const {
  const std::string mark = "- `" + exercise + "`: ";
  std::string asks;
  for (const StepText& step : steps)
    for (const std::string& line : stage::lines_of(step.text)) {
      if (!asks.empty() && line.rfind("  ", 0) != 0) return asks;
      if (!asks.empty()) asks += line.substr(1);
      if (line.rfind(mark, 0) == 0) asks = line.substr(mark.size());
    }
  return asks;
}

std::size_t LessonReadme::place_of(const std::string& exercise) const {
  const std::size_t section = step_of("Exercises");
  return section == 0 ? std::string::npos
                      : steps[section - 1].text.find("`" + exercise + "`");
}

}  // namespace runner
