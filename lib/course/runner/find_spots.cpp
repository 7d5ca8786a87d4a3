// What there is to be found.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "course/runner/command_texts.h"
#include "course/runner/find.h"
#include "course/stage/lesson_text.h"
#include "course/stage/lines.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

bool starts(const std::string& line, const char* with) {
  return line.rfind(with, 0) == 0;
}

// The code that a line `Code: [`name`](file.cpp)` names.
std::string code_named_by(const std::string& line, const fs::path& folder) try {
  const std::size_t name = line.find('`') + 1, file = line.find("](") + 2;
  const std::string source =
      read_text(folder / line.substr(file, line.find(')', file) - file));
  return stage::step_code(source,
                          line.substr(name, line.find('`', name) - name));
} catch (const std::exception&) {  // a lesson that is being written
  return "";
}

std::string without_marks(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return c == '*' || c == '`'; }),
             text.end());
  return text;
}

void add_steps(const Course& course, const Lesson& lesson,
               std::vector<Spot>& spots) {
  const fs::path folder = course.root / "lessons" / lesson.topic;
  std::size_t number = 0;
  for (const StepText& step : lesson.readme.steps) {
    Spot spot{fmt::format("./learn {} --step {}", lesson.number, ++number),
              without_marks(step.title), "", without_marks(step.text)};
    for (const std::string& line : stage::lines_of(step.text))
      if (starts(line, "Code: [`")) spot.names += code_named_by(line, folder);
    spots.push_back(std::move(spot));
  }
}

void add_commands(const Course& course, std::vector<Spot>& spots) {
  for (const CommandText& command : read_commands(course))
    if (!command.name.empty())
      spots.push_back(
          {command.usage, "command " + command.name, "", command.text});
}

// Each scheme has a header of its own.
void add_schemes(const Course& course, std::vector<Spot>& spots) {
  const fs::path folder = "lib/horloge/nn/position";
  std::vector<fs::path> headers;
  if (!fs::is_directory(course.root / folder)) return;
  for (const auto& entry : fs::directory_iterator(course.root / folder))
    if (entry.path().extension() == ".h" && entry.path().stem() != "position")
      headers.push_back(entry.path());
  std::sort(headers.begin(), headers.end());
  for (const fs::path& header : headers) {
    Spot spot{(folder / header.filename()).string(),
              "position scheme " + header.stem().string(), "", ""};
    bool is_scheme = false;
    for (const std::string& line : stage::lines_of(read_text(header))) {
      is_scheme = is_scheme || line.find(" : public ") != line.npos;
      const std::size_t comment = line.find("//");
      if (comment == line.npos) continue;
      spot.text += line.substr(std::min(line.find_first_not_of("/< ", comment),
                                        line.size())) +
                   "\n";
    }
    if (is_scheme) spots.push_back(spot);
  }
}

}  // namespace

std::vector<Spot> spots_of(const Course& course) {
  std::vector<Spot> spots;
  for (const Lesson& lesson : course.lessons) {
    spots.push_back({fmt::format("./learn {}", lesson.number), lesson.title,
                     lesson.subject, ""});
    if (!lesson.subject.empty()) spots.back().title += " · " + lesson.subject;
    add_steps(course, lesson, spots);
  }
  for (const Exercise& exercise : course.exercises)
    spots.push_back(
        {"./learn watch " + exercise.name, "exercise " + exercise.name, "",
         without_marks(course.readme_of(exercise).what_asks(exercise.name))});
  add_commands(course, spots);
  add_schemes(course, spots);
  return spots;
}

}  // namespace runner
