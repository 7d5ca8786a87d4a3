// The program of a notebook: its first argument is a route, lessons/notebooks/
// NNN_name.md; what follows is what every lesson's program takes.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "course/content/lesson_readme.h"
#include "course/content/lines.h"
#include "course/notebook/lesson_library.h"
#include "course/stage/program.h"
#include "course/stage/route_lesson.h"

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

// Of lessons/NN_topic/README.md; empty if there is none.
std::string title_of(const fs::path& lessons, int number) {
  const std::string start = fmt::format("{:02}_", number);
  for (const auto& folder : fs::directory_iterator(lessons)) {
    const fs::path readme = folder.path() / "README.md";
    if (!content::begins_with(folder.path().filename().string(), start) ||
        !fs::exists(readme))
      continue;
    return content::read_readme(text_of(readme)).title;
  }
  return "";
}

stage::Lesson read_notebook(const fs::path& route) {
  const fs::path lessons = fs::absolute(route).parent_path().parent_path();
  static notebook::LessonLibrary library(lessons, HORLOGE_BUILD);
  return stage::make_lesson(
      content::read_route(text_of(route)),
      {[](const std::string& topic) -> const stage::Lesson& {
         return library.of_topic(topic);
       },
       [&](int number) { return title_of(lessons, number); },
       [](const content::CodeLink& lines) { return library.lines(lines); }});
}

}  // namespace

int main(int argc, char** argv) {
  return stage::run_lesson(
      [&] {
        if (argc < 2)
          throw std::runtime_error(
              "the first argument is a route, lessons/notebooks/NNN_name.md");
        return read_notebook(argv[1]);
      },
      argc > 1 ? argc - 1 : argc, argc > 1 ? argv + 1 : argv);
}
