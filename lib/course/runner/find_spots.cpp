// What there is to be found.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "course/runner/find.h"
#include "course/stage/lesson.h"
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
  std::size_t step = 0;
  bool in_code = false;
  for (const std::string& line :
       stage::lines_of(read_text(folder / "README.md"))) {
    if (starts(line, "```")) in_code = !in_code;
    if (!in_code && starts(line, "## ")) {
      spots.push_back(
          {fmt::format("./learn {} --step {}", lesson.number, ++step),
           without_marks(line.substr(3)), "", ""});
    } else if (step > 0) {
      spots.back().text += without_marks(line) + "\n";
      if (starts(line, "Code: [`"))
        spots.back().names += code_named_by(line, folder);
    }
  }
}

// What a lesson says of an exercise: "- `name`: what it asks."
std::string what_it_asks(const Course& course, const Exercise& exercise) {
  const std::string& topic = course.find_lesson(exercise.lesson)->topic;
  const std::string mark = fmt::format("- `{}`: ", exercise.name);
  std::string text;
  for (const std::string& line : stage::lines_of(
           read_text(course.root / "lessons" / topic / "README.md"))) {
    if (!text.empty() && !starts(line, "  ")) break;
    if (!text.empty()) text += line.substr(1);
    if (starts(line, mark.c_str())) text = line.substr(mark.size());
  }
  return without_marks(text);
}

// From what ./learn --help says: "       ./learn reset NAME       begins …".
void add_commands(const Course& course, std::vector<Spot>& spots) {
  const std::size_t first = spots.size();
  for (const std::string& line :
       stage::lines_of(read_text(course.root / "learn"))) {
    if (line.empty() && spots.size() > first) return;
    constexpr std::size_t at = 7, name = 15;
    if (line.find("./learn ") == at && line[name] >= 'a' && line[name] <= 'z') {
      const std::size_t end = std::min(line.find("  ", at), line.size());
      const std::string words = line.substr(name, line.find(' ', name) - name);
      spots.push_back({line.substr(at, end - at), "command " + words, "",
                       line.substr(end)});
    } else if (spots.size() > first) {
      spots.back().text += " " + line;
    }
  }
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
    spots.push_back({"./learn watch " + exercise.name,
                     "exercise " + exercise.name, "",
                     what_it_asks(course, exercise)});
  add_commands(course, spots);
  add_schemes(course, spots);
  return spots;
}

}  // namespace runner
