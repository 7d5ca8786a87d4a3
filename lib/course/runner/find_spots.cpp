// All spots that a search can find.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "course/content/commands.h"
#include "course/content/document.h"
#include "course/content/lines.h"
#include "course/content/marked_code.h"
#include "course/content/plain_text.h"
#include "course/runner/find.h"
#include "course/runner/notebooks.h"
#include "course/runner/search_words.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using Kind = Spot::Kind;

// Those of a folder that end so, by name.
std::vector<fs::path> files_of(const fs::path& folder, const char* kind) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == kind) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// The code that a line of a step names.
std::string code_named_by(const content::CodeLink& code,
                          const fs::path& folder) try {
  return content::step_code(read_text(folder / code.file), code.name);
} catch (const std::exception&) {  // a lesson that is being written
  return "";
}

// Each once, for a search reads no more of it.
std::string code_words(const std::string& code) {
  const std::string all = search_text(code);
  std::istringstream in(all);
  std::set<std::string> words;
  for (std::string word; in >> word;)
    if (word.size() > 2 && std::isalpha(static_cast<unsigned char>(word[0])))
      words.insert(word);
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

Spot spot(Spot::Kind kind, std::string where, std::string_view title,
          std::string_view text) {
  Spot made;
  made.kind = kind;
  made.where = std::move(where);
  made.title = content::plain_text(title);
  made.text = content::plain_text(text);
  return made;
}

void add_lessons(const Course& course, std::vector<Spot>& spots) {
  for (const LessonEntry& lesson : course.lessons) {
    spots.push_back(spot(Kind::lesson, fmt::format("./learn {}", lesson.number),
                         lesson.title, ""));
    spots.back().names = lesson.subject;
    spots.back().number = lesson.number;
  }
}

void add_steps(const Course& course, std::vector<Spot>& spots) {
  for (const LessonEntry& lesson : course.lessons) {
    const fs::path folder = course.root / "lessons" / lesson.topic;
    std::size_t number = 0;
    for (const content::StepText& step : lesson.readme.steps) {
      spots.push_back(
          spot(Kind::step,
               fmt::format("./learn {} --step {}", lesson.number, ++number),
               step.heading, step.text));
      spots.back().names = content::terms_in(step.text);
      spots.back().number = lesson.number;
      std::string code;
      for (const content::CodeLink& link : step.codes)
        code += code_named_by(link, folder);
      spots.back().code = code_words(code);
    }
  }
}

void add_exercises(const Course& course, std::vector<Spot>& spots) {
  for (const Exercise& exercise : course.exercises) {
    spots.push_back(spot(Kind::exercise, "./learn watch " + exercise.name,
                         exercise.name,
                         course.readme_of(exercise).what_asks(exercise.name)));
    spots.back().number = exercise.lesson;
    spots.back().name = exercise.id;
  }
}

// Sections "## 65. The log trick is numerically more stable".
void add_claims(const Course& course, std::vector<Spot>& spots) {
  for (const fs::path& file : files_of(course.root / "lessons/claims", ".md"))
    for (const content::Section& section :
         content::read_document(read_text(file)).sections) {
      const int number = std::atoi(section.heading.c_str());
      const std::size_t title = section.heading.find(". ");
      if (number == 0 || title == std::string::npos) continue;
      spots.push_back(spot(Kind::claim,
                           fmt::format("./learn claims {}", number),
                           section.heading.substr(title + 2), section.text));
      spots.back().number = number;
    }
}

void add_notebooks(const Course& course, std::vector<Spot>& spots) {
  std::vector<Spot> cells;
  for (const Notebook& notebook : read_notebooks(course)) {
    const content::Route& route = notebook.route;
    const std::string where =
        fmt::format("./learn notebook {}", notebook.number);
    spots.push_back(spot(Kind::notebook, where, route.title, route.about));
    spots.back().number = notebook.number;
    for (std::size_t i = 0; i < route.cells.size(); ++i) {
      const content::Cell& cell = route.cells[i];
      cells.push_back(spot(Kind::cell,
                           fmt::format("{} --cell {}", where, i + 1),
                           cell.title, cell.before + "\n" + cell.after));
      cells.back().number = notebook.number;
      cells.back().name = std::to_string(i + 1);
    }
  }
  spots.insert(spots.end(), cells.begin(), cells.end());
}

void add_playground(const Course& course, std::vector<Spot>& spots) {
  const content::Document page = content::read_document(
      read_text(course.root / "lessons/playground/README.md"));
  spots.push_back(
      spot(Kind::playground, "./learn web", page.title, page.opening));
}

// What the comments of a file say.
std::string comments_of(const std::string& code) {
  std::string text;
  for (const std::string& line : content::lines_of(code)) {
    const std::size_t comment = line.find("//");
    if (comment == line.npos) continue;
    text += line.substr(
                std::min(line.find_first_not_of("/< ", comment), line.size())) +
            "\n";
  }
  return text;
}

// Each scheme has a header of its own: t5_bias.h has "t5".
void add_schemes(const Course& course, std::vector<Spot>& spots) {
  const fs::path folder = "lib/horloge/nn/position";
  for (const fs::path& file : files_of(course.root / folder, ".h")) {
    std::string name = file.stem();
    const std::string code = read_text(file);
    if (name == "position" || code.find(" : public ") == std::string::npos)
      continue;
    name = name.substr(0, name.find("_bias"));
    spots.push_back(
        spot(Kind::scheme, folder / file.filename(), name, comments_of(code)));
    spots.back().name = name;
  }
}

// And each published model a recipe, which begins with its name and its paper.
void add_models(const Course& course, std::vector<Spot>& spots) {
  const fs::path folder = "lib/horloge/models";
  for (const fs::path& file : files_of(course.root / folder, ".cpp")) {
    const std::string code = read_text(file);
    if (!content::begins_with(code, "// ")) continue;
    const std::string comments = comments_of(code);
    const std::size_t paper = comments.find(" (");
    if (paper > comments.find_first_of(".,\n")) continue;
    spots.push_back(spot(Kind::model, folder / file.filename(),
                         comments.substr(0, paper), comments));
  }
}

void add_commands(const Course& course, std::vector<Spot>& spots) {
  for (const content::CommandText& command : content::read_commands(
           read_text(course.root / "lib/course/commands/commands.txt")))
    if (!command.name.empty())
      spots.push_back(
          spot(Kind::command, command.usage, command.name, command.text));
}

}  // namespace

std::vector<Spot> spots_of(const Course& course) {
  std::vector<Spot> spots;
  add_lessons(course, spots);
  add_steps(course, spots);
  add_exercises(course, spots);
  add_claims(course, spots);
  add_notebooks(course, spots);
  add_playground(course, spots);
  add_schemes(course, spots);
  add_models(course, spots);
  add_commands(course, spots);
  return spots;
}

}  // namespace runner
