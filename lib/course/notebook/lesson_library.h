#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "course/stage/lesson.h"

namespace notebook {

/// Lessons of several folders in one program. Each is a shared library with a
/// name space of its own, so that two of them may have functions of one name.
class LessonLibrary {
 public:
  /// `folder`: where the libraries are.
  explicit LessonLibrary(std::filesystem::path folder)
      : folder_(std::move(folder)) {}

  /// A lesson by its topic, "04_sinusoidal"; read once. Throws
  /// std::runtime_error if it is not there.
  const stage::Lesson& of_topic(const std::string& topic);

 private:
  std::filesystem::path folder_;
  std::map<std::string, stage::Lesson> lessons_;
};

}  // namespace notebook
