#include "course/content/lesson_readme.h"

#include <algorithm>

#include "course/content/lines.h"

namespace content {
namespace {

// What a line says a lesson is about: all of it stands in italics. Empty for
// any other line.
std::string subject_of(const std::string& line) {
  const bool italic = line.size() > 2 && line.front() == '*' &&
                      line.find('*', 1) == line.size() - 1;
  return italic ? line.substr(1, line.size() - 2) : "";
}

StepText read_step(const Section& section) {
  constexpr std::string_view aside = "Aside: ";
  StepText step;
  step.heading = section.heading;
  step.aside = begins_with(section.heading, aside);
  step.title = section.heading.substr(step.aside ? aside.size() : 0);
  step.text = section.text;
  step.codes = section.codes;
  std::size_t number = section.line;
  for (const std::string& line : lines_of(section.text)) {
    ++number;
    const bool is_code =
        std::any_of(step.codes.begin(), step.codes.end(),
                    [&](const CodeLink& code) { return code.line == number; });
    if (is_code) continue;
    const bool above = step.codes.empty() || number < step.codes.front().line;
    (above ? step.before : step.after) += line + "\n";
  }
  return step;
}

}  // namespace

LessonReadme read_readme(std::string_view text) {
  const Document document = read_document(text);
  LessonReadme readme;
  readme.title = document.title;
  for (const std::string& line : lines_of(document.opening))
    if (readme.subject.empty()) readme.subject = subject_of(line);
  for (const Section& section : document.sections)
    readme.steps.push_back(read_step(section));
  return readme;
}

std::size_t question_in(std::string_view text) {
  const std::size_t break_at = text.rfind("\n\n", text.find_last_not_of('\n'));
  const std::size_t last =
      text.find_first_not_of('\n', break_at == text.npos ? 0 : break_at);
  const bool asks =
      last != text.npos && begins_with(text.substr(last), "Predict: ");
  return asks ? last : text.npos;
}

std::size_t LessonReadme::step_of(std::string_view wanted) const {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].heading == wanted || steps[i].title == wanted) return i + 1;
  return 0;
}

std::string LessonReadme::what_asks(const std::string& exercise) const {
  const std::string mark = "- `" + exercise + "`: ";
  std::string asks;
  for (const StepText& step : steps)
    for (const std::string& line : lines_of(step.text)) {
      if (!asks.empty() && !begins_with(line, "  ")) return asks;
      if (!asks.empty()) asks += line.substr(1);
      if (const auto text = behind(line, mark)) asks = *text;
    }
  return asks;
}

std::size_t LessonReadme::place_of(const std::string& exercise) const {
  const std::size_t section = step_of("Exercises");
  return section == 0 ? std::string::npos
                      : steps[section - 1].text.find("`" + exercise + "`");
}

}  // namespace content
