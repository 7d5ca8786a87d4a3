#include "course/runner/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "course/content/lines.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// The number that a folder NN_name begins with; 0 for another folder.
int number_of(const std::string& folder) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool numbered = folder.size() > 3 && is_digit(folder[0]) &&
                        is_digit(folder[1]) && folder[2] == '_';
  return numbered ? std::stoi(folder.substr(0, 2)) : 0;
}

// The folders that hold a certain file; others are what an update left behind.
std::vector<std::string> folders_with(const char* file,
                                      const fs::path& parent) {
  std::vector<std::string> names;
  if (!fs::is_directory(parent)) return names;
  for (const auto& entry : fs::directory_iterator(parent))
    if (fs::exists(entry.path() / file))
      names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

LessonEntry read_lesson(const fs::path& folder) {
  LessonEntry lesson;
  lesson.topic = folder.filename();
  lesson.number = number_of(lesson.topic);
  lesson.readme = content::read_readme(read_text(folder / "README.md"));
  lesson.title = lesson.readme.title;
  lesson.subject = lesson.readme.subject;
  lesson.steps = lesson.readme.steps.size();
  return lesson;
}

void sort_as_the_lessons_name_them(Course& course) {
  const auto place = [&](const Exercise& exercise) {
    return std::make_pair(exercise.lesson,
                          course.readme_of(exercise).place_of(exercise.name));
  };
  std::stable_sort(course.exercises.begin(), course.exercises.end(),
                   [&](const Exercise& a, const Exercise& b) {
                     return place(a) < place(b);
                   });
}

}  // namespace

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw horloge::FileError(fmt::format("cannot read {}", path.string()));
  return {std::istreambuf_iterator<char>(file), {}};
}

Course read_course(const fs::path& root, const fs::path& build,
                   const fs::path& work) {
  Course course{root, build, work, {}, {}};
  for (const std::string& topic : folders_with("README.md", root / "lessons")) {
    if (number_of(topic) == 0) continue;
    course.lessons.push_back(read_lesson(root / "lessons" / topic));
    const fs::path folder = root / "lessons" / topic / "exercises";
    for (const std::string& name : folders_with("task.cpp", folder))
      course.exercises.push_back(
          {topic.substr(0, 3) + name, name, course.lessons.back().number,
           folder / name,
           fs::path("lessons") / topic / "mine" / (name + ".cpp")});
  }
  sort_as_the_lessons_name_them(course);
  return course;
}

content::Hints Exercise::hints() const {
  return content::read_hints(read_text(folder / "hints.md"));
}

const LessonEntry* Course::find_lesson(int number) const {
  const auto found =
      std::find_if(lessons.begin(), lessons.end(),
                   [&](const LessonEntry& l) { return l.number == number; });
  return found == lessons.end() ? nullptr : &*found;
}

const content::LessonReadme& Course::readme_of(const Exercise& exercise) const {
  return find_lesson(exercise.lesson)->readme;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1,
                         diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

const Exercise& Course::find_exercise(const std::string& name) const {
  const Exercise* nearest = nullptr;
  std::size_t least = 0;
  for (const Exercise& exercise : exercises) {
    if (exercise.name == name || exercise.id == name) return exercise;
    const bool begins =
        !name.empty() && content::begins_with(exercise.name, name);
    const std::size_t distance =
        begins ? 0 : edit_distance(name, exercise.name);
    if (nearest != nullptr && distance >= least) continue;
    nearest = &exercise;
    least = distance;
  }
  if (nearest == nullptr)
    throw horloge::ValueError("this course has no exercises yet");
  throw horloge::ValueError(fmt::format(
      "there is no exercise '{}'.{} `./learn list --all` shows them", name,
      least <= nearest->name.size() / 2
          ? fmt::format(" Did you mean {}?", nearest->name)
          : ""));
}

fs::path Course::lesson_code(int number) const {
  const LessonEntry* const lesson = find_lesson(number);
  return build / "lessons" /
         fmt::format("liblesson_{}_code.so",
                     lesson == nullptr ? "" : lesson->topic);
}

}  // namespace runner
