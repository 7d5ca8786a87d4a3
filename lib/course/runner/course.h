#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/content/hints.h"
#include "course/content/lesson_readme.h"

namespace runner {

/// A folder lessons/NN_topic, as the list of lessons has it. What is played of
/// it is a stage::Lesson.
struct LessonEntry {
  int number = 0;
  std::string topic;  ///< "04_sinusoidal"
  std::string title;
  std::string subject;  ///< "sinusoidal positions"; may be empty
  std::size_t steps = 0;
  content::LessonReadme readme{};
};

/// A folder lessons/NN_topic/exercises/NAME, and the learner's own file.
struct Exercise {
  std::string id;    ///< "04_sinusoidal_table": what progress is kept under
  std::string name;  ///< "sinusoidal_table"
  int lesson = 0;
  std::filesystem::path folder;
  std::filesystem::path file;  ///< relative to Course::work

  /// Its hints.md, read now.
  content::Hints hints() const;
};

/// Where everything is. A course reads its own folders each time, so that a new
/// lesson or exercise needs no list to be edited.
struct Course {
  std::filesystem::path root;   ///< of the project
  std::filesystem::path build;  ///< where it was built
  std::filesystem::path work;   ///< of the learner's files: root, but for tests
  std::vector<LessonEntry> lessons;
  std::vector<Exercise> exercises;  ///< by lesson, in the order its text names

  const LessonEntry* find_lesson(int number) const;

  /// That of the lesson an exercise belongs to.
  const content::LessonReadme& readme_of(const Exercise& exercise) const;

  /// By name or id; horloge::ValueError names the nearest one if it is near.
  const Exercise& find_exercise(const std::string& name) const;

  /// The library with a lesson's code.
  std::filesystem::path lesson_code(int number) const;

  std::filesystem::path own_folder() const { return work / ".learn"; }
};

Course read_course(const std::filesystem::path& root,
                   const std::filesystem::path& build,
                   const std::filesystem::path& work);

/// How many letters have to change to make one word of the other.
std::size_t edit_distance(const std::string& a, const std::string& b);

/// A whole text file; horloge::FileError if it cannot be read.
std::string read_text(const std::filesystem::path& path);

}  // namespace runner
