#pragma once

#include <functional>
#include <string>

#include "course/content/route.h"
#include "course/stage/lesson_text.h"

namespace stage {

/// Where a route finds what it names.
struct RouteLessons {
  std::function<const Lesson&(const std::string& topic)> of_topic;
  /// The title of a lesson by its number; empty if there is no such lesson.
  std::function<std::string(int number)> title;
  /// A cell's own lines, as a step with nothing but code.
  std::function<Step(const content::CodeLink& lines)> lines;
};

/// A route as a lesson, to be played like any other: the note of each cell, its
/// lines, and the steps that show it. Throws std::runtime_error if a lesson has
/// no such step.
Lesson make_lesson(const content::Route& route, const RouteLessons& lessons);

}  // namespace stage
