#include "course/runner/reread.h"

#include <fmt/format.h>

namespace runner {

std::size_t step_to_reread(const Course& course, const Exercise& exercise) {
  const std::string title = exercise.hints().reread;
  return title.empty() ? 0 : course.readme_of(exercise).step_of(title);
}

std::string where_to_read(const Course& course, const Exercise& exercise) try {
  const std::string title = exercise.hints().reread;
  const std::size_t step = step_to_reread(course, exercise);
  const LessonEntry* const lesson = course.find_lesson(exercise.lesson);
  if (step > 0)
    return fmt::format("\"{}\" explains it: `./learn {} --step {}`.", title,
                       exercise.lesson, step);
  return fmt::format("Lesson {}{} explains it: `./learn {}`.", exercise.lesson,
                     lesson == nullptr ? "" : ", " + lesson->title + ",",
                     exercise.lesson);
} catch (const std::exception&) {  // a text that is gone: then without it
  return fmt::format("Lesson {} explains it.", exercise.lesson);
}

}  // namespace runner
