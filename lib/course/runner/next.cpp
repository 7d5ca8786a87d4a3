#include "course/runner/next.h"

#include <fmt/format.h>

#include <algorithm>

namespace runner {
namespace {

const LessonEntry* lesson_of(const Session& session, const std::string& topic) {
  for (const LessonEntry& lesson : session.course.lessons)
    if (lesson.topic == topic) return &lesson;
  return nullptr;
}

const Exercise* exercise_of(const Session& session, const std::string& id) {
  for (const Exercise& exercise : session.course.exercises)
    if (exercise.id == id) return &exercise;
  return nullptr;
}

Next reading(const Session& session, const LessonEntry& lesson) {
  const std::size_t step = session.progress.step(lesson.topic);
  return {&lesson, nullptr, step < lesson.steps ? step : 0};
}

Next doing(const Session& session, const Exercise& exercise) {
  return {session.course.find_lesson(exercise.lesson), &exercise, 0};
}

// The first exercise of a lesson that is not solved, if there is one.
const Exercise* left_of(const Session& session, int lesson) {
  for (const Exercise& exercise : session.course.exercises)
    if (exercise.lesson == lesson && !session.progress.solved(exercise.id))
      return &exercise;
  return nullptr;
}

// Once a lesson has been read, and after each of its exercises.
Next after(const Session& session, const LessonEntry& lesson) {
  if (const Exercise* const left = left_of(session, lesson.number))
    return doing(session, *left);
  for (const LessonEntry& later : session.course.lessons)
    if (later.number > lesson.number && !session.progress.read(later.topic))
      return reading(session, later);
  return {};
}

// What was begun and left, then everything from the beginning.
Next first_left(const Session& session) {
  const auto& [course, progress, terminal] = session;
  for (const LessonEntry& lesson : course.lessons)
    if (progress.step(lesson.topic) > 0 && !progress.read(lesson.topic))
      return reading(session, lesson);
  for (const LessonEntry& lesson : course.lessons) {
    if (!progress.read(lesson.topic)) return reading(session, lesson);
    if (const Exercise* const left = left_of(session, lesson.number))
      return doing(session, *left);
  }
  return {};
}

}  // namespace

Next what_comes_next(const Session& session) {
  const Progress::Place& last = session.progress.last();
  Next next;
  if (const LessonEntry* const lesson = lesson_of(session, last.lesson)) {
    const bool left_early = session.progress.step(last.lesson) < lesson->steps;
    next = left_early ? reading(session, *lesson) : after(session, *lesson);
  } else if (const Exercise* const exercise =
                 exercise_of(session, last.exercise)) {
    next = session.progress.solved(exercise->id)
               ? after(session, *session.course.find_lesson(exercise->lesson))
               : doing(session, *exercise);
  }
  return next.lesson != nullptr ? next : first_left(session);
}

std::string what_is_next(const Session& session) {
  const Next next = what_comes_next(session);
  if (next.lesson == nullptr) return "nothing";
  return next.exercise != nullptr
             ? "exercise " + next.exercise->name
             : fmt::format("lesson {}", next.lesson->number);
}

std::string how_to_go_on(const Session& session) {
  const Next next = what_comes_next(session);
  if (next.lesson == nullptr)
    return "All lessons are read and all exercises solved.";
  if (next.exercise != nullptr)
    return fmt::format("`./learn` goes on with exercise {}.",
                       next.exercise->name);
  return next.step > 1
             ? fmt::format("`./learn` goes on at step {} of lesson {}.",
                           next.step, next.lesson->number)
             : fmt::format("`./learn` goes on with lesson {}: {}.",
                           next.lesson->number, next.lesson->title);
}

const Exercise* exercise_after(const Session& session,
                               const Exercise& exercise) {
  const auto& all = session.course.exercises;
  const auto here =
      std::find_if(all.begin(), all.end(),
                   [&](const Exercise& e) { return e.id == exercise.id; });
  const auto is_left = [&](const Exercise& e) {
    return e.id != exercise.id && !session.progress.solved(e.id);
  };
  auto found = std::find_if(here, all.end(), is_left);
  if (found == all.end()) found = std::find_if(all.begin(), here, is_left);
  return found == all.end() || !is_left(*found) ? nullptr : &*found;
}

int lesson_at_hand(const Session& session) {
  const Exercise* const last =
      exercise_of(session, session.progress.last().exercise);
  if (last != nullptr && !session.progress.passes(last->id))
    return last->lesson;
  const Next next = what_comes_next(session);
  return next.lesson == nullptr ? 0 : next.lesson->number;
}

}  // namespace runner
