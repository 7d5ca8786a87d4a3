// What there is to be found.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "course/content/commands.h"
#include "course/content/lines.h"
#include "course/content/marked_code.h"
#include "course/runner/find.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// The code that a line of a step names.
std::string code_named_by(const content::CodeLink& code,
                          const fs::path& folder) try {
  return content::step_code(read_text(folder / code.file), code.name);
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
  for (const content::StepText& step : lesson.readme.steps) {
    Spot spot{fmt::format("./learn {} --step {}", lesson.number, ++number),
              without_marks(step.heading), "", without_marks(step.text)};
    for (const content::CodeLink& code : step.codes)
      spot.names += code_named_by(code, folder);
    spots.push_back(std::move(spot));
  }
}

void add_commands(const Course& course, std::vector<Spot>& spots) {
  for (const content::CommandText& command : content::read_commands(
           read_text(course.root / "lib/course/commands/commands.txt")))
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
    for (const std::string& line : content::lines_of(read_text(header))) {
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
