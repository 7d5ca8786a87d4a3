#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "course/content/document.h"
#include "course/stage/lesson_text.h"

namespace notebook {

/// Lessons of several folders in one program. Their texts are read as they are;
/// the code of each is a shared library with a name space of its own, so that
/// two of them may have functions of one name. It is opened when its first step
/// runs, and built then if it is not there: nobody waits for all of them to
/// read the first cell.
class LessonLibrary {
 public:
  /// The folders of the lessons, and of the build.
  LessonLibrary(std::filesystem::path lessons, std::filesystem::path build)
      : lessons_(std::move(lessons)), build_(std::move(build)) {}

  /// A lesson by its topic, "04_sinusoidal"; read once. Throws
  /// std::runtime_error if it is not there. Its steps need this library.
  const stage::Lesson& of_topic(const std::string& topic);

  /// What a cell of a notebook computes: code of lessons/notebooks.
  stage::Step lines(const content::CodeLink& lines);

 private:
  void run(const std::string& topic, const std::string& name,
           stage::Page& page);
  void build(const std::string& topic, stage::Page& page) const;
  std::filesystem::path file_of(const std::string& topic) const;

  std::filesystem::path lessons_, build_;
  std::map<std::string, stage::Lesson> texts_, codes_;
};

}  // namespace notebook
