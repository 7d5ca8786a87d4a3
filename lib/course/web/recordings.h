#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "course/runner/course.h"

namespace web {

using Json = nlohmann::ordered_json;

/// Lessons as their programs record them, see stage/recording.h. What a program
/// wrote is kept in the folder `web/recordings` of the build, and used again as
/// long as the program and its library have not changed.
class Recordings {
 public:
  /// `wait` is told the name of a lesson whose program has to run.
  Recordings(const runner::Course& course,
             std::function<void(const std::string&)> wait);

  /// std::runtime_error with what the program said if it failed, or if it was
  /// never built.
  Json of(const runner::LessonEntry& lesson) const;

 private:
  const runner::Course& course_;
  std::function<void(const std::string&)> wait_;
};

}  // namespace web
